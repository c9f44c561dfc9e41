import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { loadDocuments } from '../core/documents/index.js';
import { loadOptions, PACKAGE_ROOT, serviceNamed } from '../core/index.js';
import { startAgent } from '../plugins/support/scenarios/agent.js';
import type { Talk } from '../plugins/support/scenarios/play.js';
import {
  Rehearsal,
  type ReadingTried,
  type RehearsedTicket,
  type Verdict
} from '../plugins/support/scenarios/rehearsal.js';
import { shippedServices } from '../test/harness/service.js';
import { answerOf, kept, keepTaught, markOf, verdictOn, type TaughtMessage } from './taught/format.js';

/**
 * Serves the agent to somebody who talks to it as a customer and says, of all answers that it could give to a message, which
 * a good clerk would give: what is learned from, strictly judged. The conversation goes on with the answer that was taken; with
 * `--own` as the agent answers by itself, so that it also learns what follows upon its own mistakes.
 *
 *     node dist/bench/teach.js FILE.jsonl --port 8201 [--own]
 *
 *     POST /new        {"verified": true}
 *     POST /say        "message"                        every answer once, in no order that tells anything
 *     POST /take       {"best": 3, "also": [5, 7]}      best 0: none is right; then "on": 4, "missed": "what a clerk would have said"
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '8201' }, own: { type: 'boolean', default: false } }
});
const [file] = positionals;
if (file === undefined) throw new Error('name the file to write');
const CUSTOMER = 'demo@example.com';
const services = await shippedServices();
const { set } = await loadDocuments(loadOptions(PACKAGE_ROOT, serviceNamed(services, 'support'), services));
if (set === undefined) throw new Error('the files are not sound: run "bylaw policy check"');
const rehearsal = new Rehearsal();
const agent = await startAgent({ root: PACKAGE_ROOT, services, set }, ['demo'], rehearsal);

interface Take {
  readonly best: number;
  readonly also?: readonly number[];
  readonly on?: number;
  readonly missed?: string;
}

let conversation:
  { readonly id: string; readonly verified: boolean; readonly talk: Talk; readonly turns: TaughtMessage[] } | undefined;
let tickets: readonly RehearsedTicket[] = [];
let open: { readonly answers: readonly string[]; take(chosen: Take): Promise<string> } | undefined;
let count = 0;

async function begin({ verified = true }: { readonly verified?: boolean }): Promise<string> {
  open = undefined;
  tickets = [];
  rehearsal.begin();
  const talk = await agent.begin({ title: '', steps: [], verify: verified, ...(verified && { customer: CUSTOMER }) });
  conversation = { id: `${Date.now().toString(36)}-${++count}`, verified, talk, turns: [] };
  return 'go on with say';
}

async function say(message: string): Promise<string> {
  if (conversation === undefined) throw new Error('begin with new');
  if (open !== undefined) throw new Error('take an answer first');
  const { id, verified, talk, turns } = conversation;
  const before = tickets;
  return await new Promise((resolve, reject) => {
    const judged = (attempts: readonly ReadingTried[]): Promise<Verdict> => {
      const said = attempts.map(attempt => answerOf(attempt, before));
      const answers = [...new Set(said)].sort();
      const own = answers.indexOf(said.at(-1)!) + 1;
      const listed = answers.map((answer, nth) => `${nth + 1}. ${answer}`);
      resolve([...(values.own ? [`AGENT: ${own}. ${answers[own - 1]!}`] : []), ...listed].join('\n'));
      return new Promise<Verdict>(decided => {
        const take = async (chosen: Take) => {
          const named = [...(chosen.best > 0 ? [chosen.best] : []), ...(chosen.also ?? [])];
          const least = chosen.on ?? chosen.best;
          const on = values.own ? own : least;
          for (const number of [...named, least])
            if (answers[number - 1] === undefined)
              throw new Error(`there is no answer ${number}; with best 0 say "on"`);
          const right = chosen.best > 0 ? named.map(number => kept(answers[number - 1]!)) : [];
          const went_on = kept(answers[on - 1]!);
          const offered = answers.map(each => markOf(kept(each)));
          const missed = chosen.missed === undefined ? {} : { missed: chosen.missed };
          const instead = least === on || chosen.best > 0 ? {} : { least_wrong: kept(answers[least - 1]!) };
          turns.push({ say: message, right, went_on, offered, ...instead, ...missed });
          open = undefined;
          decided(verdictOn({ right, went_on, offered, ...instead }, attempts, before));
          await held;
          keepTaught(file!, { id, verified, turns });
          return values.own ? 'taken' : `AGENT: ${answers[on - 1]!}`;
        };
        open = { answers, take };
      });
    };
    const held = rehearsal
      .say(message, text => talk.say(text), judged)
      .then(({ attempt }) => {
        tickets = attempt.tickets;
      });
    held.catch(reject);
  });
}

async function answer(path: string, body: unknown): Promise<string> {
  if (path === '/new') return await begin(body as { verified?: boolean });
  if (path === '/say') return await say(String(body));
  if (path !== '/take') throw new Error('new, say or take');
  if (open === undefined) throw new Error('say something first');
  return await open.take(body as Take);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : JSON.parse(text);
}

const server = createServer((request, response) => {
  void bodyOf(request)
    .then(body => answer(request.url ?? '', body))
    .then(
      text => response.end(`${text}\n`),
      (error: unknown) => response.writeHead(400).end(`${error instanceof Error ? error.message : String(error)}\n`)
    );
});
server.listen(Number(values.port), '127.0.0.1', () => console.log(`ready on ${values.port}`));
