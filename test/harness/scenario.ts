import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/commands/main.js';
import { parse } from '../../core/documents/read.js';
import { validate } from '../../core/documents/schema.js';
import { formatProblem, type Problem } from '../../core/errors.js';
import type { DocumentKind } from '../../core/index.js';

export interface Expectation {
  readonly state: string;
  readonly intent?: string;
  readonly escalation_reason?: string;
  readonly refusal_reason?: string;
  readonly tools?: readonly string[];
  readonly rule?: string;
  readonly decision?: string;
  readonly order?: string;
  readonly amount?: string;
  readonly lines?: readonly string[];
  readonly ticket?: boolean | 'same' | 'another';
  readonly reply_has?: readonly string[];
  readonly reply_lacks?: readonly string[];
  readonly reply_same_as_step?: number;
}

export type Step =
  | { readonly say: string; readonly expect: Expectation }
  | { readonly verify: string; readonly expect: { readonly verified: boolean } };

export interface Scenario {
  readonly title: string;
  readonly tenant?: 'demo' | 'acme';
  readonly customer?: string;
  readonly verify?: boolean;
  readonly steps: readonly Step[];
  /** `file:line` of the scenario, and of each of its steps. */
  readonly place: string;
  readonly places: readonly string[];
}

const FOLDER = 'test/scenarios';
const KIND: DocumentKind<unknown> = {
  id: 'scenarios',
  version: 1,
  folder: FOLDER,
  schema: JSON.parse(readFileSync(join(PACKAGE_ROOT, FOLDER, 'scenario.schema.json'), 'utf8')) as object,
  compile: content => content
};

/** All scenarios of a service, by file. Throws with every mistake in the files, each with its line. */
export function readScenarios(service: string): ReadonlyMap<string, readonly Scenario[]> {
  const problems: Problem[] = [];
  const scenarios = new Map<string, readonly Scenario[]>();
  const folder = join(PACKAGE_ROOT, FOLDER, service);
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.yaml')) continue;
    const file = `${FOLDER}/${service}/${name}`;
    scenarios.set(name.replace('.yaml', ''), parseScenarios(file, readFileSync(join(folder, name), 'utf8'), problems));
  }
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
  return scenarios;
}

/** The scenarios of one text; mistakes are added to `problems` with their lines. */
export function parseScenarios(file: string, text: string, problems: Problem[]): readonly Scenario[] {
  const parsed = parse(file, text, problems);
  if (parsed === undefined) return [];
  const { content, source } = parsed;
  const report = (pointer: string, code: string, message: string) =>
    void problems.push({ code, message, file, ...source.place(pointer) });
  const before = problems.length;
  validate(KIND, content, report);
  if (problems.length > before) return [];
  const at = (pointer: string) => `${file}:${source.place(pointer).line}`;
  return (content['scenarios'] as Omit<Scenario, 'place' | 'places'>[]).map((scenario, i) => ({
    ...scenario,
    place: at(`/scenarios/${i}`),
    places: scenario.steps.map((_, j) => at(`/scenarios/${i}/steps/${j}`))
  }));
}
