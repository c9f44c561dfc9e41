const SPECIAL = /[.+^$()|[\]\\?]/g;

/**
 * Compiles a pattern over the whole text: `*` stands for any characters, `{a,b}` for one of several. Everything else
 * is itself. Undefined when the braces do not match up.
 */
export function compileGlob(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern === '*') return () => true;
  if (!/[*{}]/.test(pattern)) return text => text === pattern;
  if (!/^(?:[^{}]|\{[^{}]*\})*$/.test(pattern)) return undefined;
  const source = pattern
    .replace(SPECIAL, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\{([^}]*)\}/g, (_all, choices: string) => `(?:${choices.split(',').join('|')})`);
  const expression = new RegExp(`^${source}$`, 's');
  return text => expression.test(text);
}
