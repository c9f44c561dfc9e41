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
