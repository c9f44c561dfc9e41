import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main, PACKAGE_ROOT } from '../../core/cli/main.js';
import { freePort } from '../harness/free-port.js';
import { NODE } from '../harness/node.js';
import { FOLDERS, withFewLessons, withFewTurns } from '../harness/root.js';
import { trustBuild } from '../harness/service.js';
import type { Block } from './pages.js';

const CLI = join(PACKAGE_ROOT, 'dist/core/cli.js');
/** The orchestrator and the tool servers behind it. */
const BACKGROUND_PORTS = ['3000', '8081', '8082'];
const DEMO = /^npm start$/;
const SERVE = /^(?:\w+=\S+ )*npx bylaw support (?:demo|serve)/;

/** Whether a command starts the service and stays in the foreground. */
export const startsService = (command: string) => DEMO.test(command) || SERVE.test(command);

/** The arguments of a call that comes to its end by itself; undefined for what needs a shell, or a process of its own. */
function plainCall(text: string): readonly string[] | undefined {
  const words = text.trim().match(/"[^"$`\\]*"|'[^']*'|[^\s"'$`\\|&;<>(){}*?~#]+/g) ?? [];
  if (words.join(' ') !== text.trim()) return undefined;
  const [npx, bylaw, ...argv] = words.map(word => (/^["']/.test(word) ? word.slice(1, -1) : word));
  return npx === 'npx' &&
    bylaw === 'bylaw' &&
    /^(?:policy|eval|learn|init|new|support seed|support key|orchestrator explain)\b/.test(argv.join(' '))
    ? argv
    : undefined;
}

/**
 * Follows a page as its reader would: a folder with the shipped files, one shell, one service at a time.
 * `conv_…`, `run_…` and the like in a command stand for the last ones that were printed.
 */
export class Walker {
  readonly folder = mkdtempSync(join(tmpdir(), 'bylaw-walk-'));
  readonly #last = new Map<string, string>();
  #port = 0;
  /** Ports of what a page starts in the background of its shell, to the free ones that stand for them. */
  readonly #ports = new Map<string, string>();
  #service: ChildProcess | undefined;
  #serviceSaid = '';

  async open(): Promise<void> {
    for (const name of [...FOLDERS, 'plugins/plugins.yaml', 'test/data', 'docs/schemas'])
      cpSync(join(PACKAGE_ROOT, name), join(this.folder, name), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, 'dist'), join(this.folder, 'dist'));
    const quoted = [...NODE, CLI].map(word => `'${word}'`).join(' ');
    const npx = `#!/bin/sh\n[ "$1" = bylaw ] || exit 9\nshift\nexec ${quoted} "$@"\n`;
    mkdirSync(join(this.folder, '.bin'));
    writeFileSync(join(this.folder, '.bin/npx'), npx, { mode: 0o755 });
    writeFileSync(join(this.folder, '.state'), '');
    this.#port = await freePort();
    for (const shown of BACKGROUND_PORTS) this.#ports.set(shown, String(await freePort()));
  }

  async close(): Promise<void> {
    await this.#stop();
    // What a page left running in the background, because a step of it failed.
    const left = '. ./.state; for name in $(compgen -v | grep _PID$); do kill "${!name}" 2> /dev/null; done';
    await this.#bash(left);
    rmSync(this.folder, { recursive: true });
  }

  /** What a command prints, stdout and stderr together. */
  async run(command: string): Promise<string> {
    const text = this.#filled(command);
    if (startsService(command)) return await this.#start(text);
    const argv = plainCall(text);
    if (argv !== undefined) return this.#remember(await this.#call(argv));
    // Variables and functions of one command are there for the next, as in a terminal.
    const pid = this.#service?.pid ?? '';
    const script = `PID=${pid}; . ./.state; ${text}\n__status=$?; { declare -f; declare -p | grep -E '^declare -- [A-Z_]+=' | grep -v -E ' (BASH|PID)'; } > .state; exit $__status`;
    const { stdout, stderr } = await this.#bash(script);
    if (text.startsWith('kill -HUP')) await this.#said(/"policy\.(?:reloaded|refused)"/g);
    return this.#remember(`${stderr}${stdout}`);
  }

  #bash(script: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
    return new Promise((resolve, reject) =>
      execFile('bash', ['-c', script], { cwd: this.folder, env: this.#env }, (error, stdout, stderr) =>
        // A status other than 0 is for the page to show.
        typeof error?.code === 'string' ? reject(error) : resolve({ stdout, stderr })
      )
    );
  }

  /** A command of ours without anything that only a shell does, in this process: most of a page's time goes into starts. */
  async #call(argv: readonly string[]): Promise<string> {
    await trustBuild();
    const out: string[] = [];
    const err: string[] = [];
    const before = process.cwd();
    process.chdir(this.folder);
    try {
      await main(argv, { env: this.#env, out: line => void out.push(line), err: line => void err.push(line) });
    } finally {
      process.chdir(before);
    }
    return [...err, ...out].join('\n');
  }

  /** Makes the change a diff block shows. Every line but the added ones must be in the file, next to each other, once. */
  change(block: Block): void {
    let file = '';
    const hunks: { before: string[]; after: string[] }[] = [];
    for (const line of block.lines) {
      if (line.startsWith('--- ')) {
        file = line.slice(4);
        hunks.push({ before: [], after: [] });
        continue;
      }
      if (line === '…') hunks.push({ before: [], after: [] });
      const hunk = hunks.at(-1)!;
      if (!line.startsWith('+') && line !== '…') hunk.before.push(line.slice(1));
      if (!line.startsWith('-') && line !== '…') hunk.after.push(line.slice(1));
    }
    this.#learnLess(file);
    const path = join(this.folder, file);
    for (const { before, after } of hunks) {
      const text = readFileSync(path, 'utf8');
      const found = text.split(`${before.join('\n')}\n`).length - 1;
      if (found !== 1)
        throw new Error(
          `${block.page}:${block.line}: the lines before the change are ${found} times in ${file}:\n${before.join('\n')}`
        );
      writeFileSync(
        path,
        text.replace(`${before.join('\n')}\n`, () => `${after.join('\n')}\n`)
      );
    }
  }

  create(file: string, text: string): void {
    this.#learnLess(file);
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** What a page changes the examples of is learned from fewer of them from there on, but for what the page shows. */
  #learnLess(file: string): void {
    if (process.env['UPDATE_DOCS'] !== undefined) return;
    if (file.startsWith('intents/')) withFewLessons(this.folder);
    if (file.startsWith('policies/dialogue/')) withFewTurns(this.folder);
  }

  get #env() {
    return {
      PATH: `${join(this.folder, '.bin')}:${process.env['PATH']}`,
      HOME: this.folder,
      BYLAW_ROOT: this.folder,
      AGENT_SERVER__PORT: String(this.#port),
      AGENT_STORAGE__DATABASE_URL: `sqlite:${join(this.folder, 'data/support.db')}`
    };
  }

  #filled(command: string): string {
    let text = command.replaceAll(':8000', `:${this.#port}`);
    for (const [shown, real] of this.#ports) text = text.replace(new RegExp(`(?<=[:=])${shown}\\b`, 'g'), real);
    return text.replace(/\b([a-z]{2,5})_…/g, (placeholder, prefix: string) => this.#last.get(prefix) ?? placeholder);
  }

  #remember(output: string): string {
    for (const [id, prefix] of output.matchAll(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g)) this.#last.set(prefix!, id);
    let text = output.replaceAll(`:${this.#port}`, ':8000').replaceAll(this.folder, '.');
    for (const [shown, real] of this.#ports) text = text.replaceAll(`:${real}`, `:${shown}`);
    return text;
  }

  async #start(command: string): Promise<string> {
    await this.#stop();
    const given = command.replace(DEMO, 'npx bylaw support demo');
    const service = spawn('bash', ['-c', `exec env ${given}`], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe']
    });
    this.#service = service;
    this.#serviceSaid = '';
    const more = (chunk: Buffer) => (this.#serviceSaid += chunk.toString('utf8'));
    service.stdout.on('data', more);
    service.stderr.on('data', more);
    // A start that is refused ends with its reasons printed.
    await this.#said(/\/messages -H|"http\.listening"/);
    return this.#remember(this.#serviceSaid);
  }

  /** Waits until the service has printed something that it had not printed before, or has ended. */
  async #said(what: RegExp): Promise<void> {
    const count = () => this.#serviceSaid.split(what).length;
    const service = this.#service!;
    const before = count();
    let ended = service.exitCode !== null;
    service.once('close', () => (ended = true));
    while (!ended && count() === before) await sleep(20);
  }

  async #stop(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    if (service === undefined || service.exitCode !== null) return;
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  }
}
