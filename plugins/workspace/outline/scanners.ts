import type { Outline } from './definition.js';
import { jsonKeys } from './json-keys.js';
import { markdownHeadings } from './markdown-headings.js';
import { yamlKeys } from './yaml-keys.js';

/** Languages that need no grammar. Linear in the length of the text; none of them throws. */
export const SCANNERS = { json: jsonKeys, markdown: markdownHeadings, yaml: yamlKeys } as const satisfies Readonly<
  Record<string, (text: string) => Outline>
>;
export type ScannerName = keyof typeof SCANNERS;
