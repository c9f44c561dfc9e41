import { later } from '../../../core/index.js';

export type { Style } from './format.js';

export const formatted = later<typeof import('./format.js')>(import.meta.url, './format.js')('formatted');
