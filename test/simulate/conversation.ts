import { type Client } from '../harness/client.js';
import { startService, type TestService } from '../harness/service.js';
import { SimulatedCustomer } from './customer.js';
import { Random } from './random.js';
import { handIn } from './shop.js';
import { type Violation, Watch } from './watch.js';
import type { Wording } from './wording.js';
import type { Answer, Ticket } from './wishes.js';

/** A Wednesday. Every conversation begins at this moment. */
const BEGINS = Date.parse('2026-06-17T09:00:00Z');
const PAUSE_MS = 20_000;

export interface Turn {
  readonly act: string;
  readonly said: string;
  readonly reply: string;
  readonly state: string;
  readonly intent: string;
  readonly tickets: readonly string[];
  /** For who replays it: what the agent made of the message. */
  readonly trace: unknown;
}

export interface Held {
  readonly number: number;
  readonly goal: string;
  readonly mood: string;
  readonly reached: boolean;
  readonly turns: readonly Turn[];
  readonly violations: readonly Violation[];
}

export const TENANTS = ['sim', 'again'] as const;
const SCOPES = 'knowledge:read|account:read|order:read|ticket:write|ops:read|policies:read|records:write';

/** The service with a clock of its own, and tenants that know nobody yet. */
export class Agent {
  #now = BEGINS;

  private constructor(
    private readonly base: TestService,
    private readonly service: TestService
  ) {}

  static async start(): Promise<Agent> {
    const keys = TENANTS.map(tenant => `${tenant}:${tenant}-secret:${SCOPES}`).join(',');
    const base = await startService({ env: { AGENT_SECURITY__API_KEYS: keys, AGENT_STORAGE__SYNCHRONOUS: 'normal' } });
    let agent: Agent | undefined;
    const service = await base.variant({ now: () => new Date(agent === undefined ? BEGINS : agent.#now) });
    return (agent = new Agent(base, service));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.base.stop();
  }

  /** Holds one conversation: all of it follows from the seed and its number. */
  async converse(seed: number, number: number, { wording, tenant = 'sim', traced = false }: Holding): Promise<Held> {
    this.#now = BEGINS;
    const client = this.service.client(`${tenant}-secret`);
    const customer = new SimulatedCustomer(number, new Random(`${seed}/${number}`), wording);
    await handIn(customer.customer, client, new Date(BEGINS));
    const { email } = customer.customer;
    const talk = await (customer.verified ? client.talk(email) : client.talkUnverified(email));
    const watch = new Watch(customer);
    const turns: Turn[] = [];
    let answer: Answer | undefined;
    let tickets: readonly Ticket[] = [];
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const said = customer.next(answer, tickets);
      if (said === undefined) break;
      this.#now += PAUSE_MS;
      if (said.verifies) await talk.verify(email);
      const { status, body, text } = await client.post(`${talk.path}/messages`, {
        message: said.text,
        include_trace: traced
      });
      if (status !== 200) {
        watch.violations.push({ kind: `status_${status}`, turn: turn + 1, act: said.act, what: text });
        break;
      }
      answer = body as Answer;
      tickets = await ticketsOf(client, talk.id);
      watch.turn(said, answer, tickets);
      const { reply, state, intent } = answer;
      turns.push({
        act: said.act,
        said: said.text,
        reply,
        state,
        intent,
        tickets: tickets.map(shownTicket),
        trace: body.trace
      });
    }
    if (answer !== undefined) for (const wish of customer.wishes) wish.hear(answer);
    const reached = customer.reached(tickets);
    return { number, goal: customer.goal.name, mood: customer.mood, reached, turns, violations: watch.violations };
  }
}

const MOST_TURNS = 16;

interface Holding {
  readonly wording: Wording;
  readonly tenant?: (typeof TENANTS)[number];
  readonly traced?: boolean;
}

async function ticketsOf(client: Client, conversation: string): Promise<readonly Ticket[]> {
  const { body } = await client.get('/v1/tickets?limit=12');
  const own = (body.items as (Ticket & { conversation_id: string })[]).filter(
    each => each.conversation_id === conversation
  );
  return own.reverse();
}

const shownTicket = ({ ticket_id, intent, order_id, line_ids, amount, status }: Ticket) =>
  [ticket_id, intent, order_id, ...(line_ids ?? []), amount, status].filter(part => part !== null).join(' ');

/** A conversation without what differs from run to run: ids. */
export const normalised = ({ turns, ...held }: Held): string =>
  JSON.stringify({ ...held, turns: turns.map(({ trace: _trace, ...turn }) => turn) }).replace(
    /\b(conv|tkt|run)_[0-9a-z]{26}\b/gi,
    '$1_id'
  );
