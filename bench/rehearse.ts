import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadDocuments } from '../core/documents/index.js';
import { loadOptions, PACKAGE_ROOT, serviceNamed } from '../core/index.js';
import type { Outcome } from '../core/learn/index.js';
import { CHOICES_FOLDER, type Lesson, lessonLines, weighted } from '../plugins/support/choosing/lesson.js';
import { startAgent, type TestAgent } from '../plugins/support/scenarios/agent.js';
import { type ReadingTried, Rehearsal, type RehearsedTicket } from '../plugins/support/scenarios/rehearsal.js';
import { copiedRoot } from '../test/harness/root.js';
import { shippedServices } from '../test/harness/service.js';
import { faultsOf, type Standing } from './conversations/check.js';
import { type Conversation, readConversations } from './conversations/format.js';
import { isTaught, readTaught, verdictOn, type TaughtConversation } from './taught/format.js';

/**
 * Holds conversations of independent authors with every reading of each message, and writes which were right to
 * `policies/dialogue/choices`, a file for each: what the agent learns to choose between readings from. Only for files that
 * are worked with. Prints how many messages were answered without a fault by the reading that is chosen now, and how many
 * could have been.
 *
 *     node dist/bench/rehearse.js FILE.jsonl… [--out FOLDER]
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const folder = values.out ?? join(PACKAGE_ROOT, CHOICES_FOLDER);
mkdirSync(folder, { recursive: true });
const CUSTOMER = 'demo@example.com';
const services = await shippedServices();
/** How files begin that were learned from authors of whom there are conversations too. */
const LEARNED_FROM = ['intents/slots/author-', 'policies/dialogue/standing/author-', 'seeds/asked/played-'];
/** How much it counts beside other lessons that an answer was judged right, or only the least wrong. */
const TAUGHT = 2;
const LEAST_WRONG = 0.5;
const authorOf = (file: string) => basename(file, '.jsonl').replace(/^(?:conversations|probes)-/, '');

const { root, remove } = rootWithout(positionals.map(authorOf));
const { set } = await loadDocuments(loadOptions(root, serviceNamed(services, 'support'), services));
if (set === undefined) throw new Error('the files are not sound: run "bylaw policy check"');
for (const file of positionals) {
  const rehearsal = new Rehearsal();
  const agent = await startAgent({ root, services, set }, ['demo'], rehearsal);
  const lessons: Lesson[] = [];
  const counts = { messages: 0, right: 0, harmful: 0, possible: 0, unknown: 0 };
  if (isTaught(file))
    for (const conversation of readTaught(file))
      lessons.push(...(await heldAgain(conversation, agent, rehearsal, counts)));
  else
    for (const conversation of readConversations(file))
      lessons.push(...(await held(conversation, agent, rehearsal, counts)));
  await agent.stop();
  writeFileSync(join(folder, `${authorOf(file)}.jsonl`), lessonLines(lessons));
  console.log(
    `${authorOf(file)}: ${counts.messages} messages, ${counts.right} right as they are read now (${counts.harmful} with a wrong ticket), ${counts.unknown} by an answer that nobody judged, ${counts.possible} by some reading, ${lessons.length} lessons`
  );
}
remove();

/** What authors are read by was not learned from them: else it would seem surer than it is. Those that are played together are left out together. */
function rootWithout(authors: readonly string[]): { readonly root: string; remove(): void } {
  const own = LEARNED_FROM.flatMap(path => authors.map(author => `${path}${author}.yaml`));
  if (!own.some(path => existsSync(join(PACKAGE_ROOT, path)))) return { root: PACKAGE_ROOT, remove: () => {} };
  const copied = copiedRoot();
  for (const path of own) rmSync(join(copied.root, path), { force: true });
  return copied;
}

interface Counts {
  messages: number;
  harmful: number;
  right: number;
  possible: number;
  unknown: number;
}

async function held(
  { title = '', turns }: Conversation,
  agent: TestAgent,
  rehearsal: Rehearsal,
  counts: Counts
): Promise<readonly Lesson[]> {
  const proves = turns.some(turn => 'verify' in turn || turn.verify_before !== undefined);
  const talk = await agent.begin({ title, steps: [], verify: false, ...(proves && { customer: CUSTOMER }) });
  rehearsal.begin();
  const lessons: Lesson[] = [];
  let standing: Standing | undefined;
  let overdue = false;
  for (const turn of turns) {
    const address = 'verify' in turn ? turn.verify : turn.verify_before;
    if (address !== undefined) await talk.verify(address);
    if ('verify' in turn) continue;
    const judge = (attempt: ReadingTried): Outcome => {
      const faults = faultsOf(turn, attempt, { standing, overdue });
      if (faults.length === 0) return 'right';
      return faults.some(({ kind }) => kind === 'wrong_ticket') ? 'harmful' : 'wrong';
    };
    const { lesson, attempt, outcomes } = await rehearsal.say(
      turn.say,
      message => talk.say(message),
      attempts => ({ outcomes: attempts.map(judge) })
    );
    count(outcomes, counts);
    if (lesson !== undefined) lessons.push(lesson);
    overdue ||= faultsOf(turn, attempt, { standing, overdue }).some(({ kind }) => kind === 'missing_ticket');
    standing = attempt;
  }
  return lessons;
}

/** What somebody judged is held as it went then. */
async function heldAgain(
  { verified, turns }: TaughtConversation,
  agent: TestAgent,
  rehearsal: Rehearsal,
  counts: Counts
): Promise<readonly Lesson[]> {
  const talk = await agent.begin({ title: '', steps: [], verify: verified, ...(verified && { customer: CUSTOMER }) });
  rehearsal.begin();
  const lessons: Lesson[] = [];
  let tickets: readonly RehearsedTicket[] = [];
  for (const turn of turns) {
    const judge = (attempts: readonly ReadingTried[]) => verdictOn(turn, attempts, tickets);
    const { lesson, attempt, outcomes } = await rehearsal.say(turn.say, message => talk.say(message), judge);
    const judged = turn.right.length > 0;
    if (judged) count(outcomes, counts);
    if (lesson !== undefined) lessons.push(weighted(lesson, judged ? TAUGHT : LEAST_WRONG));
    tickets = attempt.tickets;
  }
  return lessons;
}

function count(outcomes: readonly (Outcome | undefined)[], counts: Counts): void {
  counts.messages++;
  counts.right += outcomes.at(-1) === 'right' ? 1 : 0;
  counts.harmful += outcomes.at(-1) === 'harmful' ? 1 : 0;
  counts.unknown += outcomes.at(-1) === undefined ? 1 : 0;
  counts.possible += outcomes.includes('right') ? 1 : 0;
}
