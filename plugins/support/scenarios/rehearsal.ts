import type { Assembly, Service } from '../../../core/index.js';
import type { Alternatives, Outcome } from '../../../core/learn/index.js';
import type { Store, Write } from '../../../core/store/index.js';
import { type Chooser, ChooserAssembly } from '../choosing/chooser.js';
import { type Lesson, lessonOf } from '../choosing/lesson.js';
import type { PlayedReply } from './differences.js';

/** A ticket as it is kept, with what a conversation may be held to. */
export interface RehearsedTicket {
  readonly ticket_id: string;
  readonly conversation_id: string;
  readonly status: string;
  readonly order_id: string | null;
  readonly line_ids: readonly string[] | null;
  readonly intent: string;
  readonly amount: string | null;
}

/** What a message came to with one of its readings. */
export interface ReadingTried {
  readonly reply: PlayedReply;
  /** All tickets of the conversation, oldest first. */
  readonly tickets: readonly RehearsedTicket[];
}

/** What came of each attempt; undefined where nobody knows. */
export interface Verdict {
  readonly outcomes: readonly (Outcome | undefined)[];
  /** The attempt that the conversation goes on with: the likeliest reading that is right where absent, else as it is answered without a rehearsal. */
  readonly goesOn?: number | undefined;
}

export interface RehearsedMessage {
  readonly lesson: Lesson | undefined;
  /** With the reading that the conversation goes on with. */
  readonly attempt: ReadingTried;
  /** What each attempt came to; undefined where nobody knows. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/**
 * Holds conversations in which every message is tried with each of its readings, and nothing of a trial is kept. What came
 * of each is a lesson for who chooses between readings.
 */
export class Rehearsal {
  #message: string | undefined;
  #forced: number | undefined;
  #choice: Alternatives | undefined;
  #shares: Float64Array | undefined;
  #trying = false;
  #written: Write[] = [];
  #tickets = new Map<string, RehearsedTicket>();

  /** The service with this rehearsal where it chooses between readings. */
  chooses(service: Service): Service {
    // Not the one that was made for others before.
    const { lasting: _lasting, ...own } = ChooserAssembly;
    const assembly: typeof ChooserAssembly = {
      ...own,
      build: async (...given) => this.#chooser(await ChooserAssembly.build(...given))
    };
    const made = new Map<string, Assembly<unknown>>([[assembly.id, assembly]]);
    // What is made after it names it, and is made after this one instead.
    const instead = (each: Assembly<unknown>): Assembly<unknown> => {
      const known =
        made.get(each.id) ?? (each.after === undefined ? each : { ...each, after: each.after.map(instead) });
      made.set(each.id, known);
      return known;
    };
    return {
      ...service,
      listed: service.listed.map(({ plugin, options }) => ({
        options,
        plugin: { ...plugin, ...(plugin.assemblies && { assemblies: plugin.assemblies.map(instead) }) }
      }))
    };
  }

  /** The store, which keeps nothing of a trial. */
  writesTo(store: Store): Store {
    const commit = async (writes: readonly Write[]): Promise<void> => {
      this.#written.push(...writes);
      if (!this.#trying) await store.commit(writes);
    };
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'commit') return commit;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      }
    });
  }

  /** Another conversation begins, which has no tickets yet. */
  begin(): void {
    this.#tickets = new Map();
  }

  /**
   * Tries every reading of a message, and goes on with a right one.
   * @param judge what each attempt came to: one for each reading, and last as the message is answered without a rehearsal;
   *   that alone where nobody chooses, for what is read part by part, or clicked
   */
  async say(
    message: string,
    say: (message: string) => Promise<PlayedReply>,
    judge: (attempts: readonly ReadingTried[]) => Verdict | Promise<Verdict>
  ): Promise<RehearsedMessage> {
    this.#message = message;
    try {
      const attempts = [await this.#attempt(0, message, say)];
      const choice = this.#choice;
      const shares = [...(this.#shares ?? [])];
      const options = choice?.options.length ?? 0;
      for (let nth = 1; nth < options; nth++) attempts.push(await this.#attempt(nth, message, say));
      if (choice !== undefined) attempts.push(await this.#attempt(undefined, message, say));
      const { outcomes, goesOn } = await judge(attempts);
      const order = shares.map((_, nth) => nth).sort((one, other) => shares[other]! - shares[one]!);
      const held = goesOn ?? order.find(nth => outcomes[nth] === 'right');
      const attempt = await this.#hold(held !== undefined && held < options ? held : undefined, message, say);
      return { lesson: choice && lessonOf(choice, outcomes.slice(0, options)), attempt, outcomes };
    } finally {
      this.#message = undefined;
    }
  }

  async #attempt(
    nth: number | undefined,
    message: string,
    say: (message: string) => Promise<PlayedReply>
  ): Promise<ReadingTried> {
    this.#choice = undefined;
    this.#forced = nth;
    this.#written = [];
    this.#trying = true;
    try {
      const reply = await say(message);
      return { reply, tickets: [...this.#ticketsAfter().values()] };
    } finally {
      this.#trying = false;
    }
  }

  async #hold(
    nth: number | undefined,
    message: string,
    say: (message: string) => Promise<PlayedReply>
  ): Promise<ReadingTried> {
    this.#forced = nth;
    this.#written = [];
    const reply = await say(message);
    this.#tickets = this.#ticketsAfter();
    return { reply, tickets: [...this.#tickets.values()] };
  }

  #ticketsAfter(): Map<string, RehearsedTicket> {
    const tickets = new Map(this.#tickets);
    for (const { into, rows } of this.#written)
      for (const row of into === 'tickets' ? (rows as unknown as readonly RehearsedTicket[]) : [])
        tickets.set(row.ticket_id, { ...tickets.get(row.ticket_id), ...row });
    return tickets;
  }

  #chooser(usual: Chooser | undefined): Chooser {
    return {
      shares: (choice, part = false) => {
        const shares = usual?.shares(choice) ?? Float64Array.from(choice.options, () => 1 / choice.options.length);
        // Of a message that answers first, what follows is chosen.
        if (part || this.#message?.endsWith(choice.text) !== true) return shares;
        this.#choice = choice;
        this.#shares = shares;
        return this.#forced === undefined ? shares : shares.map((_, nth) => (nth === this.#forced ? 1 : 0));
      }
    };
  }
}
