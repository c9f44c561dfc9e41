import { type AgentService, Refused } from './service.js';
import type { SessionKeeper } from './session.js';
import type { Delivery, IdentityProof, Reply, Turn, Verified } from './types.js';

const STORED = 'bylaw-chat-turns';

type CustomerTurn = Extract<Turn, { readonly by: 'customer' }>;
type AgentTurn = Extract<Turn, { readonly by: 'agent' }>;

/** The conversation of this tab. Turns are kept in the tab alone, for as long as its session: the service keeps no text. */
export class ChatConversation {
  turns: readonly Turn[] = [];
  /** An answer is awaited. */
  busy = false;

  constructor(
    private readonly service: AgentService,
    private readonly sessions: SessionKeeper,
    private readonly onChange: () => void
  ) {
    if (sessions.isOpen) this.turns = stored();
  }

  /** Sends what was under way when the page was left; its key is the old one, so it is heard once. */
  resume(): void {
    const at = this.turns.findIndex(turn => turn.by === 'customer' && turn.delivery !== 'sent');
    if (at >= 0) void this.#deliver(at);
  }

  say(message: string, text = message): void {
    if (this.busy) return;
    this.turns = [...this.turns, { by: 'customer', text, message, key: crypto.randomUUID(), delivery: 'sending' }];
    void this.#deliver(this.turns.length - 1);
  }

  again(index: number): void {
    if (!this.busy) void this.#deliver(index);
  }

  /** Proves who the customer is, and goes on with what they had asked for. */
  async verify(proof: IdentityProof): Promise<Verified> {
    this.#change({ busy: true });
    try {
      const { verified, code_sent, message } = await this.service.verify(proof);
      if (!verified) return code_sent === true ? 'code_sent' : 'refused';
      const asked = this.turns.findLast((turn): turn is CustomerTurn => turn.by === 'customer');
      this.#change({
        turns: [...this.turns, agentTurn({ reply: message, state: 'answered', ticket_id: null, question: null })]
      });
      if (asked !== undefined) this.#reply(await this.service.send(asked.message, crypto.randomUUID(), () => {}));
      return 'verified';
    } catch {
      return 'failed';
    } finally {
      this.#change({ busy: false });
    }
  }

  rate(index: number, helpful: boolean): void {
    const rated = helpful ? ('helpful' as const) : ('unhelpful' as const);
    this.#replace(index, turn => ({ ...(turn as AgentTurn), rated }));
    void this.service.rate(helpful).catch(() => undefined);
  }

  startOver(): void {
    this.sessions.forget();
    this.#change({ turns: [], busy: false });
  }

  async #deliver(index: number): Promise<void> {
    const { message, key } = this.turns[index] as CustomerTurn;
    const mark = (delivery: Delivery) => this.#replace(index, turn => ({ ...(turn as CustomerTurn), delivery }));
    this.busy = true;
    mark('sending');
    try {
      const reply = await this.service.send(message, key, () => mark('waiting'));
      mark('sent');
      this.#reply(reply);
    } catch (error) {
      mark('failed');
      if (!(error instanceof Refused) && !(error instanceof TypeError) && !(error instanceof Response)) throw error;
    } finally {
      this.#change({ busy: false });
    }
  }

  #reply(reply: Reply): void {
    const known = this.turns.some(turn => turn.by === 'agent' && turn.ticket === reply.ticket_id);
    this.#change({ turns: [...this.turns, agentTurn(known ? { ...reply, ticket_id: null } : reply)] });
  }

  #replace(index: number, change: (turn: Turn) => Turn): void {
    this.#change({ turns: this.turns.map((turn, i) => (i === index ? change(turn) : turn)) });
  }

  #change(change: { readonly turns?: readonly Turn[]; readonly busy?: boolean }): void {
    Object.assign(this, change);
    sessionStorage.setItem(STORED, JSON.stringify(this.turns));
    this.onChange();
  }
}

const agentTurn = ({ reply: text, state, question, ticket_id: ticket }: Reply): AgentTurn => ({
  by: 'agent',
  text,
  state,
  question,
  ticket
});

function stored(): readonly Turn[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as readonly Turn[];
  } catch {
    return [];
  }
}
