/** The grammars that `@vscode/tree-sitter-wasm` brings. */
export const GRAMMARS = [
  'bash',
  'c-sharp',
  'cpp',
  'css',
  'go',
  'ini',
  'java',
  'javascript',
  'php',
  'powershell',
  'python',
  'regex',
  'ruby',
  'rust',
  'tsx',
  'typescript'
] as const;

/** Languages that are read without a grammar, by `SCANNERS`. */
export const SCANNER_NAMES = ['json', 'markdown', 'yaml'] as const;
export type ScannerName = (typeof SCANNER_NAMES)[number];
