import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, loadDocuments, readAll, TEST_FILES } from '../../../core/documents/index.js';
import {
  ajvPackage,
  type CommandContext,
  type ExitStatus,
  formatProblem,
  kindsOf,
  loadOptions,
  type Problem,
  schemaProblems,
  serviceNamed,
  UsageError
} from '../../../core/index.js';
import type { Outcome } from '../../../core/learn/index.js';
import { CHOICES_FOLDER, type Lesson, lessonLines, weighted } from '../choosing/lesson.js';
import { type TestAgent, startAgent } from '../scenarios/agent.js';
import { differencesOf, type PlayedReply } from '../scenarios/differences.js';
import { type ReadingTried, Rehearsal } from '../scenarios/rehearsal.js';
import { SCENARIO_SCHEMA, type Expectation, type Scenario } from '../scenarios/scenario.js';

const NAME = /^[a-z][a-z0-9-]*$/;

/** Holds the conversations of test files with every reading of every message, and writes down which were right. */
export async function rehearse({ root, services, args, options, out, err }: CommandContext): Promise<ExitStatus> {
  const name = options['name'];
  if (typeof name !== 'string' || !NAME.test(name)) throw new UsageError('--name takes small letters, digits and -');
  const weight = Number(options['weight'] ?? 1);
  if (!(weight > 0)) throw new UsageError('--weight takes a number above 0');
  const problems: Problem[] = [];
  const scenarios = scenariosIn(root, args, { folders: foldersOf(kindsOf(services)), problems });
  const service = serviceNamed(services, 'support');
  const loaded = await loadDocuments(loadOptions(root, service, services));
  problems.push(...loaded.problems);
  for (const problem of problems) err(formatProblem(problem));
  if (problems.length > 0 || loaded.set === undefined) return 2;
  const tenants = [...new Set(['demo', ...scenarios.flatMap(({ tenant }) => tenant ?? [])])];
  const rehearsal = new Rehearsal();
  const agent = await startAgent({ root, services, set: loaded.set }, tenants, rehearsal);
  const lessons: Lesson[] = [];
  try {
    for (const [nth, scenario] of scenarios.entries()) {
      lessons.push(...(await lessonsFrom(scenario, agent, rehearsal)));
      if ((nth + 1) % 20 === 0) err(`rehearsed ${nth + 1} of ${scenarios.length} conversations`);
    }
  } finally {
    await agent.stop();
  }
  const folder = join(root, CHOICES_FOLDER);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.jsonl`), lessonLines(lessons.map(lesson => weighted(lesson, weight))));
  out(
    `${CHOICES_FOLDER}/${name}.jsonl: ${lessons.length} messages of ${scenarios.length} conversations; run "bylaw learn"`
  );
  return 0;
}

/** The conversations of all test files of a root, or of those that are named. */
function scenariosIn(
  root: string,
  wanted: readonly string[],
  { folders, problems }: { readonly folders: readonly string[]; readonly problems: Problem[] }
): readonly Scenario[] {
  const { Ajv2020 } = ajvPackage();
  const valid = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(SCENARIO_SCHEMA);
  return readAll({ root, folders }, problems, TEST_FILES)
    .filter(({ source: { file } }) => wanted.length === 0 || wanted.includes(file))
    .flatMap(({ source, content }) =>
      ((content['conversations'] ?? []) as readonly Scenario[]).filter((scenario, nth) => {
        if (valid(scenario)) return true;
        for (const { message } of schemaProblems(valid.errors, 'the conversation'))
          problems.push({ code: 'schema', message, file: source.file, ...source.place(`/conversations/${nth}`) });
        return false;
      })
    );
}

/** The lessons of one conversation, which goes on with a right reading wherever there is one. */
async function lessonsFrom(scenario: Scenario, agent: TestAgent, rehearsal: Rehearsal): Promise<readonly Lesson[]> {
  const talk = await agent.begin(scenario);
  rehearsal.begin();
  const lessons: Lesson[] = [];
  const replies: (PlayedReply | undefined)[] = [];
  for (const step of scenario.steps) {
    if ('verify' in step) {
      await talk.verify(step.verify);
      replies.push(undefined);
      continue;
    }
    const judge = (attempt: ReadingTried): Outcome => outcomeOf(step.expect, attempt, replies);
    const { lesson, attempt } = await rehearsal.say(
      step.say,
      message => talk.say(message),
      attempts => ({ outcomes: attempts.map(judge) })
    );
    if (lesson !== undefined) lessons.push(lesson);
    replies.push(attempt.reply);
  }
  return lessons;
}

/** Harm is what opens a ticket where none is to be. */
function outcomeOf(
  expected: Expectation,
  { reply, tickets }: ReadingTried,
  replies: readonly (PlayedReply | undefined)[]
): Outcome {
  const ticket = tickets.find(({ ticket_id }) => ticket_id === reply.ticket_id);
  if (differencesOf(expected, reply, ticket, replies).length === 0) return 'right';
  return expected.ticket === false && reply.ticket_id !== null ? 'harmful' : 'wrong';
}
