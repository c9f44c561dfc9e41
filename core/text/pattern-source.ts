import { escapeRegex } from './escape-regex.js';
import type { Node } from './pattern-syntax.js';

/** True for a node that matches one character. */
export const isCharacter = (node: Node): boolean =>
  node.kind === 'set' || (node.kind === 'literal' && node.text.length === 1);

/** Known sources: a node stands in many patterns when it came from a macro. */
const sources = { words: new WeakMap<Node, string>(), raw: new WeakMap<Node, string>() };

/** The regular expression of a node. */
export function sourceOf(node: Node, form: 'words' | 'raw'): string {
  if (node.kind !== 'seq' && node.kind !== 'alt') return makeSource(node, form);
  let source = sources[form].get(node);
  if (source === undefined) sources[form].set(node, (source = makeSource(node, form)));
  return source;
}

function makeSource(node: Node, form: 'words' | 'raw'): string {
  switch (node.kind) {
    case 'literal':
      return form === 'raw' ? escapeRegex(node.text).replaceAll(' ', '[ \\n]') : escapeRegex(node.text);
    case 'set':
      return node.source;
    case 'look':
      if (node.source !== '^') return node.source;
      return form === 'words' ? '(?<=^|[;:] )' : '(?<=^|\\n)';
    case 'rest':
      return form === 'words' ? '[^ ;]{0,80}' : '[a-z]{0,80}';
    case 'gap':
      if (node.unit === 'words') return `(?:[^ ;]{1,40} ){0,${node.max}}?`;
      return form === 'words' ? `[^;]{0,${node.max}}?` : `[^]{0,${node.max}}?`;
    case 'seq':
      return node.items
        .map(item => (item.kind === 'alt' ? `(?:${sourceOf(item, form)})` : sourceOf(item, form)))
        .join('');
    case 'alt':
      return node.options.map(option => sourceOf(option, form)).join('|');
    case 'repeat': {
      const bounds = node.min === 0 && node.max === 1 ? '?' : `{${node.min},${node.max}}`;
      const inner = sourceOf(node.item, form);
      return isCharacter(node.item) ? inner + bounds : `(?:${inner})${bounds}`;
    }
  }
}
