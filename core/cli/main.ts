import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ROOT_FILE } from '../documents/read.js';
import { ExpectedError, StartupError } from '../errors.js';
import { discover, type Discovered } from '../kernel/discover.js';
import { staticItems } from '../kernel/start.js';
import { Command, UsageError, type CommandContext, type ExitStatus } from './command.js';
import { VERSION } from '../version.js';
import { didYouMean } from '../nearest.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { commandHelp, overview } from './help.js';

export { PACKAGE_ROOT };
export const BUILT_PLUGINS = join(PACKAGE_ROOT, 'dist/plugins');

/**
 * Commands that take the folder they are started in for the root where `init` made it one. A tool server does not: it is
 * started in folders of others, whose files and plugins must not become its own.
 */
const IN_PLACE = /^(policy|support|new|eval|learn)$/;

/** argv to command to exit status. Every error that a user can cause ends here as a sentence on stderr. */
export async function main(
  argv: readonly string[],
  io: Pick<CommandContext, 'env' | 'out' | 'err'>
): Promise<ExitStatus> {
  try {
    const { root, rest } = takeRoot(argv, io.env);
    const own = join(root, 'plugins');
    const folder = existsSync(join(own, 'plugins.yaml')) ? own : join(PACKAGE_ROOT, 'plugins');
    const services = (only?: string) => discover(folder, BUILT_PLUGINS, only);
    return await run(rest, root, services, io);
  } catch (error) {
    for (const line of explain(error).split('\n')) io.err(line);
    return 2;
  }
}

function explain(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (error instanceof ExpectedError) return `bylaw: ${error.message}`;
  // A file that could not be read or written is the user's to mend; anything else is ours, so the stack helps.
  const { path, message, stack } = error as NodeJS.ErrnoException;
  return path === undefined ? `bylaw: unexpected error: ${stack ?? String(error)}` : `bylaw: ${message}`;
}

async function run(
  argv: readonly string[],
  root: string,
  discovered: (only?: string) => Promise<Discovered>,
  io: Pick<CommandContext, 'env' | 'out' | 'err'>
): Promise<ExitStatus> {
  const words = argv.filter(word => !word.startsWith('-'));
  if (words.length === 0 && argv.includes('--version')) {
    io.out(VERSION);
    return 0;
  }
  // A service's own commands begin with its name and need no plugin of another.
  let found = await discovered(words[0]);
  let { commands, command } = find(found, words);
  if (command === undefined && found.services.some(({ imported }) => imported === false)) {
    found = await discovered();
    ({ commands, command } = find(found, words));
  }
  const { services } = found;
  const wantsHelp = argv.includes('--help') || argv.includes('-h');
  if (command === undefined) {
    const group = commands.filter(c => c.name.startsWith(`${words[0]} `));
    if (words.length === 0 || (wantsHelp && group.length > 0) || (group.length > 0 && words.length === 1)) {
      io.out(overview(group.length > 0 ? group : commands));
      return wantsHelp ? 0 : 2;
    }
    const given = words.slice(0, 2).join(' ');
    const known = commands.map(c => c.name);
    throw new UsageError(`there is no command '${given}'${didYouMean(given, known) || ';'} 'bylaw --help' lists them`);
  }
  if (wantsHelp) {
    io.out(commandHelp(command, services));
    return 0;
  }
  const { values, positionals } = parse(command, argv);
  const args = positionals.slice(command.name.split(' ').length);
  if (args.length > 0 && !takesArguments(command))
    // Checking another folder than the one that was named would pass for a clean bill.
    throw new UsageError(`'${command.name}' takes no arguments; name a folder with --root ${args[0]}`);
  const execute = await command.load();
  return await execute({ root, services, args, options: values, ...io });
}

/** All commands, and the one that the first words name. */
function find({ services, commands: free }: Discovered, words: readonly string[]) {
  const commands = staticItems([{ listed: free }, ...services], Command);
  const named = (name: string | undefined) => commands.find(c => c.name === name);
  return { commands, command: named(words.slice(0, 2).join(' ')) ?? named(words[0]) };
}

/** Whether anything but options stands in the usage. */
const takesArguments = ({ usage }: Command) => usage.replace(/\[--[^\]]*\]/g, '').trim() !== '';

function takeRoot(argv: readonly string[], env: CommandContext['env']): { root: string; rest: string[] } {
  const rest = [...argv];
  const at = rest.findIndex(word => word === '--root' || word.startsWith('--root='));
  let root = env['BYLAW_ROOT'] === '' ? undefined : env['BYLAW_ROOT'];
  if (at >= 0) {
    const [word] = rest.splice(at, 1);
    root = word === '--root' ? rest.splice(at, 1)[0] : word!.slice('--root='.length);
    if (root === undefined || root === '') throw new UsageError('--root needs a folder');
  }
  const here = IN_PLACE.test(rest.find(word => !word.startsWith('-')) ?? '') && existsSync(ROOT_FILE);
  const folder = resolve(root ?? (here ? '.' : PACKAGE_ROOT));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `there is no folder ${folder}; --root or BYLAW_ROOT names the one that holds the declarative files`
    );
  return { root: folder, rest };
}

function parse(command: Command, argv: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { type }] of Object.entries(command.options ?? {})) options[name] = { type };
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
    return { values: values as CommandContext['options'], positionals };
  } catch (error) {
    // Node's advice on how to pass an option's name as an argument helps nobody here.
    const [what] = (error as Error).message.split(/\n|\. To specify/);
    throw new UsageError(`${what?.replace(/\.$/, '')}. See 'bylaw ${command.name} --help'`);
  }
}
