import { isDeepStrictEqual } from 'node:util';
import type { Client, Conversation, Reply } from '../../test/harness/client.js';
import { everyRow } from '../listing.js';

const SPEAKERS = 8;
const MESSAGES = [
  'I want a refund for ORD-1001',
  'Where is my order ORD-1002?',
  'I want to talk to a human',
  'Please refund order ORD-1001'
];

interface Sent {
  readonly talk: Conversation;
  readonly message: string;
  readonly key: string;
}

export interface Verdict {
  readonly acknowledged: number;
  readonly unanswered: number;
  /** What is wrong, one sentence each. */
  readonly violations: readonly string[];
}

/** What was said in conversations while something was killed, and which of it was acknowledged. */
export class Ledger {
  readonly #acknowledged: (Sent & { readonly reply: Reply })[] = [];
  readonly #unanswered: Sent[] = [];
  readonly #violations: string[] = [];
  #stopped = false;

  private constructor(private readonly talks: readonly Conversation[]) {}

  static async open(client: Client): Promise<Ledger> {
    return new Ledger(await Promise.all(Array.from({ length: SPEAKERS }, () => client.talk('demo@example.com'))));
  }

  /** Speaks in all conversations at once, until `stop`, or in each until its connection breaks. */
  async speak(): Promise<void> {
    await Promise.all(this.talks.map((talk, who) => this.#speak(talk, who)));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #speak(talk: Conversation, who: number): Promise<void> {
    for (let i = 0; !this.#stopped; i++) {
      const sent = { talk, message: MESSAGES[(i + who) % MESSAGES.length]!, key: `k-${who}-${i}` };
      const answer = await post(talk.client, sent).catch(() => undefined);
      if (answer?.status === 200) this.#acknowledged.push({ ...sent, reply: answer.body as Reply });
      else this.#unanswered.push(sent);
      if (answer === undefined) return;
      if (answer.status !== 200 && answer.status !== 503) this.#wrong(`a message was answered with ${answer.status}`);
    }
  }

  /** Asks again for what had no answer, and compares everything acknowledged with what is there now. */
  async check(client: Client): Promise<Verdict> {
    for (const sent of this.#unanswered) {
      const [first, second] = [await post(client, sent), await post(client, sent)];
      if (first.status !== 200) this.#wrong(`sent again, a message was answered with ${first.status}`);
      if (kept(first.text) !== kept(second.text)) this.#wrong('one Idempotency-Key had two answers');
    }
    for (const { reply } of this.#acknowledged) {
      const { body } = await client.get(`/v1/runs/${reply.trace!.run_id}/trace`);
      if (!isDeepStrictEqual(body, reply.trace)) this.#wrong(`${reply.trace!.run_id} was acknowledged and is missing`);
    }
    await this.#checkCounts(client);
    await this.#checkTickets(client);
    const [acknowledged, unanswered] = [this.#acknowledged.length, this.#unanswered.length];
    return { acknowledged, unanswered, violations: this.#violations };
  }

  /** Every key has been answered by now, so each has made exactly one run. */
  async #checkCounts(client: Client): Promise<void> {
    for (const { id, path } of this.talks) {
      const sent = [...this.#acknowledged, ...this.#unanswered].filter(({ talk }) => talk.id === id).length;
      const runs = await everyRow(client, `/v1/runs?conversation_id=${id}`);
      const { turns } = (await client.get(path)).body as { turns: number };
      if (runs.length !== sent || turns !== sent)
        this.#wrong(`${id} has ${runs.length} runs and ${turns} turns for ${sent} messages`);
    }
  }

  async #checkTickets(client: Client): Promise<void> {
    const own = new Set(this.talks.map(({ id }) => id));
    const tickets = (await everyRow(client, '/v1/tickets')).filter(ticket =>
      own.has(ticket['conversation_id'] as string)
    );
    const things = new Set<string>();
    for (const { ticket_id, run_id: _run, created_at: _at, ...thing } of tickets) {
      const key = JSON.stringify(thing);
      if (things.has(key)) this.#wrong(`${String(ticket_id)} is a second ticket for the same thing`);
      things.add(key);
    }
    const ids = new Set(tickets.map(({ ticket_id }) => ticket_id));
    for (const { reply } of this.#acknowledged)
      if (reply.ticket_id !== null && !ids.has(reply.ticket_id)) this.#wrong(`${reply.ticket_id} is missing`);
  }

  #wrong(sentence: string): void {
    this.#violations.push(sentence);
  }
}

const post = (client: Client, { talk, message, key }: Sent) =>
  client.post(`${talk.path}/messages`, { message, include_trace: true }, { 'Idempotency-Key': key });

/** An answer without its proof, which only the first one holds. */
const kept = (text: string): string =>
  JSON.stringify(JSON.parse(text), (name, value: unknown) => (name === 'proof' ? null : value));
