import type { Outline } from './definition.js';
import type { ScannerName } from './grammars.js';
import { jsonKeys } from './json-keys.js';
import { markdownHeadings } from './markdown-headings.js';
import { yamlKeys } from './yaml-keys.js';

/** Languages that need no grammar. Linear in the length of the text; none of them throws. */
export const SCANNERS: Readonly<Record<ScannerName, (text: string) => Outline>> = {
  json: jsonKeys,
  markdown: markdownHeadings,
  yaml: yamlKeys
};
