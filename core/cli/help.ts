import type { Service } from '../kernel/discover.js';
import type { Command } from './command.js';

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(c => c.name.length));
  const lines = commands.map(c => `  bylaw ${c.name.padEnd(width)}  ${c.summary}`);
  return [
    'bylaw: services that are driven by declarative files',
    '',
    ...lines,
    '',
    '  --root DIR   folder that holds the declarative files (or BYLAW_ROOT); default: the current one where',
    '               bylaw init made it, else the one of this package',
    '  --help       after a command: its options and an example',
    '  --version    the version of this package',
    '',
    'Exit status: 0 done, 1 findings, 2 usage or start-up error.'
  ].join('\n');
}

/** One command with its options and an example. */
export function commandHelp(command: Command, services: readonly Service[]): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, o]) => [`--${name}${o.value === undefined ? '' : ` ${o.value}`}`, o.meaning] as const
  );
  const width = Math.max(0, ...options.map(([name]) => name.length));
  const notes = command.notes?.(services) ?? [];
  return [
    `bylaw ${command.name} ${command.usage}`.trimEnd(),
    '',
    `  ${command.summary}`,
    ...(options.length > 0 ? [''] : []),
    ...options.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map(line => `  ${line}`),
    '',
    'Example:',
    `  ${command.example}`
  ].join('\n');
}
