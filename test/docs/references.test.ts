import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { commandHelp } from '../../core/cli/help.js';
import { workbenchCommands } from '../../plugins/workbench/commands/commands.js';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { staticItems } from '../../core/kernel/start.js';
import { Command } from '../../core/cli/command.js';
import { shippedServices } from '../harness/service.js';
import { blocksOf, fileOf, PAGES, proseOf, shownIn, textOf } from './pages.js';
import shopHours from './plugins/shop-hours/index.js';

/** As GitHub makes them of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

/** What a page has its reader add is not in the repository. */
const addedOn = (page: string) => blocksOf(page).flatMap(block => fileOf(block) ?? []);

const FOLDERS_NAMED = /^(?:bench|core|docs|intents|plugins|policies|seeds|test|tools\.d)\/[\w./-]*$/;
/** Short forms within the folder that the sentence or table speaks of. */
const BASES = [
  '',
  'plugins',
  'plugins/support',
  'plugins/support/http',
  'plugins/http-express',
  'plugins/workbench/changes',
  'plugins/workbench/compare',
  'core/documents',
  'core/kernel'
];

describe('references of the documentation', () => {
  for (const page of PAGES) {
    it(`${page}: every link leads somewhere`, () => {
      for (const [, target] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target!)) continue;
        const [path, anchor] = target!.split('#');
        const file = path === '' ? page : normalize(join(dirname(page), path!));
        expect(existsSync(join(PACKAGE_ROOT, file)), `${page} links to ${target}`).to.equal(true);
        if (anchor !== undefined) expect(anchorsOf(file), `${page} links to ${target}`).to.include(anchor);
      }
    });

    it(`${page}: every path it names exists`, () => {
      const added = addedOn(page);
      for (const [, name] of proseOf(page).matchAll(/`([^`\s]+)`/g)) {
        const isFile = /^[\w./-]+\.(?:ts|yaml|json|jsonl|md)$/.test(name!);
        if ((!isFile && !FOLDERS_NAMED.test(name!)) || added.includes(name!) || name!.startsWith('dist/')) continue;
        // Of the machine, of the folder one stands in, or written into a root.
        if (/^[./]/.test(name!)) continue;
        const found = BASES.some(base => existsSync(join(PACKAGE_ROOT, base, name!)));
        expect(found, `${page} names ${name}`).to.equal(true);
      }
    });
  }
});

describe('docs/architecture.md', () => {
  it('names functions that are in the files it names them with', () => {
    const pairs = [...proseOf('docs/architecture.md').matchAll(/`([\w/-]+\.ts)`\s\(?`([A-Za-z.]+)`/g)];
    expect(pairs).to.have.length.of.at.least(10);
    for (const [, file, name] of pairs) {
      const path = BASES.map(base => join(PACKAGE_ROOT, base, file!)).find(existsSync);
      const last = name!.split('.').at(-1)!;
      expect(readFileSync(path!, 'utf8'), `${file} ${name}`).to.match(new RegExp(`\\b${last}\\b`));
    }
  });
});

describe('commands of the documentation', () => {
  it('exist with the options shown, and the README lists all of them', async () => {
    const commands = [...workbenchCommands, ...staticItems(await shippedServices(), Command)];
    const ofThePages = (shopHours.adds ?? []).map(({ value }) => value as Command);
    const shown = PAGES.flatMap(page => [
      ...[...proseOf(page).matchAll(/`(?:npx )?bylaw ([^`]+)`/g)].map(([, text]) => ({ page, text: text! })),
      ...blocksOf(page)
        .filter(({ language }) => language === 'console')
        .flatMap(shownIn)
        .flatMap(({ command }) => [
          ...command.matchAll(/\bbylaw ((?:policy|eval|support|new|workspace|orchestrator)\b[^|;&]*)/g)
        ])
        .map(([, text]) => ({ page, text: text! }))
    ]).filter(({ text }) => /^[a-z]/.test(text));
    expect(shown).to.have.length.above(20);
    for (const { page, text } of shown) {
      const words = text.split(/\s+/);
      const command =
        [...commands, ...ofThePages].find(c => c.name === words.slice(0, 2).join(' ')) ??
        commands.find(c => c.name === words[0]);
      expect(command, `${page} shows bylaw ${text}`).to.not.equal(undefined);
      for (const [, option] of text.replace(/"[^"]*"/g, '').matchAll(/ --([a-z-]+)/g))
        expect(['root', 'help', ...Object.keys(command!.options ?? {})], `${page} shows bylaw ${text}`).to.include(
          option
        );
    }
    const listed = textOf('README.md');
    for (const command of commands) expect(listed, 'the table of commands').to.include(`\`bylaw ${command.name}`);
  });

  it('have examples that are calls of themselves', async () => {
    const services = await shippedServices();
    for (const command of [...workbenchCommands, ...staticItems(services, Command)]) {
      expect(commandHelp(command, services)).to.include(command.example);
      expect(command.example).to.include(`bylaw ${command.name}`);
    }
  });
});
