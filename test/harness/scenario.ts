import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { identify, parse, readFile, type ReadFile } from '../../core/documents/parse.js';
import { formatProblem, type Problem } from '../../core/errors.js';
import { casesOf, testFileSchema } from '../../plugins/workbench/tests/test-files.js';
import { supportTestSections } from '../../plugins/support/scenarios/sections.js';
import type { Scenario } from '../../plugins/support/scenarios/scenario.js';

export interface PlacedScenario extends Scenario {
  /** `file:line` of the scenario. */
  readonly place: string;
}

const FOLDER = 'test/scenarios';
const SCHEMA = testFileSchema(supportTestSections);

/** All conversations of a service, by file. Throws with every mistake in the files, each with its line. */
export function readScenarios(service: string): ReadonlyMap<string, readonly PlacedScenario[]> {
  const problems: Problem[] = [];
  const scenarios = new Map<string, readonly PlacedScenario[]>();
  const folder = join(PACKAGE_ROOT, FOLDER, service);
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.yaml')) continue;
    const parsed = readFile(join(folder, name), `${FOLDER}/${service}/${name}`, problems);
    if (parsed !== undefined) scenarios.set(name.replace('.yaml', ''), placed(parsed, problems));
  }
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
  return scenarios;
}

/** The conversations of one text; mistakes are added to `problems` with their lines. */
export function parseScenarios(file: string, text: string, problems: Problem[]): readonly PlacedScenario[] {
  const parsed = parse(identify(file, text), problems);
  return parsed === undefined ? [] : placed(parsed, problems);
}

const placed = (file: ReadFile, problems: Problem[]) =>
  casesOf(file, supportTestSections, SCHEMA, problems).map(({ test, line }) => ({
    ...(test as Scenario),
    place: `${file.source.file}:${line}`
  }));
