import type { Service } from '../kernel/discover.js';
import { UsageError } from './command.js';

/** The service that plugins.yaml lists under a name. Throws a `UsageError` where it lists none. */
export function serviceNamed(services: readonly Service[], name: string): Service {
  const service = services.find(s => s.name === name);
  if (service === undefined) throw new UsageError(`plugins.yaml lists no service '${name}'`);
  return service;
}
