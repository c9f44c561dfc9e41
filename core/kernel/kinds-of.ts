import type { DocumentKind } from '../documents/kind.js';
import type { Service } from './discover.js';

/** Every kind of file that the services' plugins bring, as often as one is brought. */
export const kindsOf = (services: readonly Service[]): readonly DocumentKind<any>[] =>
  services.flatMap(({ listed }) => listed.flatMap(({ plugin }) => plugin.kinds ?? []));

/** The services of whose kinds any is called so. */
export const servicesOf = (services: readonly Service[], ids: ReadonlySet<unknown>): readonly Service[] =>
  services.filter(service => kindsOf([service]).some(({ id }) => ids.has(id)));
