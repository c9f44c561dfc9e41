import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly steps: readonly { readonly instruction: string; readonly text: string }[];
}

/** The stages of the repository's Dockerfile. */
export function readStages(): readonly Stage[] {
  const text = readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(line => line.trim() !== '');
  const stages: { name: string; from: string; steps: { instruction: string; text: string }[] }[] = [];
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const from = /^(\S+) AS (\S+)$/.exec(rest);
    if (instruction === 'FROM') stages.push({ name: from![2]!, from: from![1]!, steps: [] });
    else stages.at(-1)?.steps.push({ instruction, text: rest });
  }
  return stages;
}

/** What a container of a stage has after all its parents: the last of each instruction, and its whole environment. */
export function containerOf(name: string) {
  const stages = readStages();
  const chain: Stage[] = [];
  for (let at = stages.find(s => s.name === name); at !== undefined; at = stages.find(s => s.name === chain[0]!.from))
    chain.unshift(at);
  const steps = chain.flatMap(stage => stage.steps);
  const last = (instruction: string) => steps.findLast(step => step.instruction === instruction)?.text;
  const words = steps.filter(step => step.instruction === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return {
    base: chain[0]!.from,
    user: last('USER'),
    entrypoint: JSON.parse(last('ENTRYPOINT') ?? '[]') as string[],
    command: JSON.parse(last('CMD') ?? '[]') as string[],
    env: Object.fromEntries(words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]))
  };
}
