/** Letters of scripts that put blanks between words: an anchor counts only at the start of such a word. */
const inSpacedWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && code < 0xe00);

/** Half of the slots stay free. */
const START_STATES = 1 << 11;

/** Finds many literal beginnings at once, so that a pattern runs only where it can match. */
export class Anchors {
  /** What is registered at each state. */
  private readonly values: (readonly number[] | undefined)[] = [undefined];
  /** Lists of one value, which is what nearly every state has: a value stands under many beginnings. */
  private readonly alone = new Map<number, readonly number[]>();
  /** Transitions: a hash table of states, found by the state before and the character that leads on; 0 where a slot is free. */
  private slots = new Int32Array(START_STATES * 2);
  private before = new Int32Array(START_STATES);
  private character = new Uint16Array(START_STATES);
  /** The state behind a character with which an anchor begins, or 0. */
  private readonly first = new Int32Array(0x10000);

  /** Registers `value` under a literal beginning. */
  add(anchor: string, value: number): void {
    let state = 0;
    for (let i = 0; i < anchor.length; i++) {
      const code = anchor.charCodeAt(i);
      let next = this.follow(state, code);
      if (next === 0) {
        next = this.values.push(undefined) - 1;
        this.link(state, code, next);
        if (i === 0) this.first[code] = next;
      }
      state = next;
    }
    const values = this.values[state];
    if (values === undefined) this.values[state] = this.listOf(value);
    else if (!values.includes(value)) this.values[state] = [...values, value];
  }

  private listOf(value: number): readonly number[] {
    const known = this.alone.get(value) ?? [value];
    this.alone.set(value, known);
    return known;
  }

  /** Calls `visit` for every place with its values; returns the number of characters and values looked at. */
  scan(text: string, visit: (values: readonly number[], at: number) => void): number {
    let work = text.length;
    let inWord = false;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const word = inSpacedWord(code);
      if (word && inWord) continue;
      inWord = word;
      let state = this.first[code] as number;
      for (let k = i + 1; state !== 0; k++) {
        const values = this.values[state];
        if (values !== undefined) {
          work += values.length;
          visit(values, i);
        }
        if (k >= text.length) break;
        work++;
        state = this.follow(state, text.charCodeAt(k));
      }
    }
    return work;
  }

  /** The next state, or 0 where there is none. */
  private follow(state: number, code: number): number {
    const { slots, before, character } = this;
    const mask = slots.length - 1;
    for (let slot = slotOf(state, code) & mask; ; slot = (slot + 1) & mask) {
      const next = slots[slot] as number;
      if (next === 0 || (before[next] === state && character[next] === code)) return next;
    }
  }

  private link(state: number, code: number, next: number): void {
    if (next === this.before.length) this.grow();
    this.before[next] = state;
    this.character[next] = code;
    this.place(next);
  }

  private place(next: number): void {
    const mask = this.slots.length - 1;
    let slot = slotOf(this.before[next] as number, this.character[next] as number) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = next;
  }

  private grow(): void {
    const { before, character } = this;
    this.slots = new Int32Array(this.slots.length * 2);
    this.before = new Int32Array(before.length * 2);
    this.before.set(before);
    this.character = new Uint16Array(before.length * 2);
    this.character.set(character);
    for (let next = 1; next < before.length; next++) this.place(next);
  }
}

const slotOf = (state: number, code: number): number =>
  (Math.imul(state, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 12;
