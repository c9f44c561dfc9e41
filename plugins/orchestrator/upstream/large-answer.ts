import { membersOf, ValueEnd } from './members.js';
import type { Answer, Failure } from './outcome.js';

/** What may follow a result: an id, a version. */
const MAX_TAIL = 4_096;

/** A response whose result is passed on while it comes. It is followed to its end, so that a cut one can be told. */
export class LargeAnswer {
  #tail = '';
  #complete = false;

  private constructor(
    /** What of the result has come already. */
    readonly first: string,
    private readonly value: ValueEnd
  ) {}

  /** Undefined when the text does not end within a result. */
  static in(text: string): LargeAnswer | undefined {
    const open = membersOf(text)?.open;
    if (open?.key !== 'result') return undefined;
    // The end is looked for again in what is handed out, so that there is one way through.
    return new LargeAnswer(text.slice(open.start), new ValueEnd());
  }

  /** The part of a text that belongs to the result; undefined when what follows it is not the end of a response. */
  take(text: string): string | undefined {
    if (this.#complete) return this.#rest(text) ? '' : undefined;
    const end = this.value.scan(text, 0);
    if (end < 0) return text;
    this.#complete = true;
    return this.#rest(text.slice(end)) ? text.slice(0, end) : undefined;
  }

  end(): Answer | Failure {
    if (this.#complete && /^\s*(?:,[^{}[\]]*)?\}\s*$/.test(this.#tail))
      return { outcome: 'ok', member: 'result', text: '', value: undefined };
    return { outcome: 'bad_response', reason: 'truncated' };
  }

  #rest(text: string): boolean {
    this.#tail += text;
    return this.#tail.length <= MAX_TAIL;
  }
}
