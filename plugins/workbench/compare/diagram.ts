import { PairCache } from './pair-cache.js';

/** A node of a diagram: a decision by one fact (0 and above) or an answer (below 0, see `answer`). */
export type DiagramNode = number;

/** The answer `value`, a whole number from 0 on. */
export const answer = (value: number): DiagramNode => -1 - value;
export const answerOf = (node: DiagramNode): number => -1 - node;

const ZERO = answer(0);

type Join = (left: number, right: number) => number;

/** The functions that were to be compared need more nodes than allowed. */
export class TooManyNodes extends Error {
  override readonly name = 'TooManyNodes';
}

/**
 * Functions from cells to whole numbers as shared decision diagrams. A cell takes one class of every fact; the facts
 * are numbered, and `sizes` says how many classes each has. Equal functions are the same node, and what a function
 * does not look at costs nothing, so that all cells are covered without visiting them one by one.
 */
export class Diagrams {
  readonly #fact: number[] = [];
  readonly #below: DiagramNode[][] = [];
  /** Nodes by a digest of what they hold. */
  readonly #known = new Map<number, DiagramNode[]>();
  /** For work on pairs of this diagram's nodes. */
  readonly pairs = new PairCache();
  #work = 0;

  constructor(
    readonly sizes: readonly number[],
    readonly most = 1_000_000
  ) {}

  /** How much was done so far, of `most`. */
  get steps(): number {
    return this.#work;
  }

  /** The number of the fact that a node decides by; after all facts for an answer. */
  fact(node: DiagramNode): number {
    return node < 0 ? this.sizes.length : this.#fact[node]!;
  }

  /** One node for each class of the node's fact. */
  below(node: DiagramNode): readonly DiagramNode[] {
    return this.#below[node]!;
  }

  node(fact: number, below: DiagramNode[]): DiagramNode {
    const first = below[0]!;
    let digest = fact;
    let alike = true;
    for (const child of below) {
      digest = Math.imul(digest ^ (digest >>> 15) ^ child, 0x9e3779b1);
      alike &&= child === first;
    }
    if (alike) return first;
    const twins = this.#known.get(digest);
    const twin = twins?.find(n => this.#fact[n] === fact && this.#below[n]!.every((child, i) => child === below[i]));
    if (twin !== undefined) return twin;
    this.#count();
    const node = this.#fact.push(fact) - 1;
    this.#below.push(below);
    if (twins === undefined) this.#known.set(digest, [node]);
    else twins.push(node);
    return node;
  }

  /** The function whose answer is `join` of the answers of two others. */
  combine(left: DiagramNode, right: DiagramNode, join: Join): DiagramNode {
    return this.#joined(left, right, join, false);
  }

  /** `combine` for a `join` that makes 0 wherever either answer is 0, which spares most of the work. */
  where(left: DiagramNode, right: DiagramNode, join: Join = (a, b) => a & b): DiagramNode {
    return this.#joined(left, right, join, true);
  }

  #joined(left: DiagramNode, right: DiagramNode, join: Join, zeroWins: boolean): DiagramNode {
    const work = this.pairs.begin();
    const visit = (a: DiagramNode, b: DiagramNode): DiagramNode => {
      if (zeroWins && (a === ZERO || b === ZERO)) return ZERO;
      if (a < 0 && b < 0) return answer(join(answerOf(a), answerOf(b)));
      const known = this.pairs.find(work, a, b);
      if (known !== undefined) return known;
      this.#count();
      const fact = Math.min(this.fact(a), this.fact(b));
      const below: DiagramNode[] = [];
      for (let i = 0; i < this.sizes[fact]!; i++) below.push(visit(this.#at(a, fact, i), this.#at(b, fact, i)));
      const node = this.node(fact, below);
      this.pairs.keep(work, a, b, node);
      return node;
    };
    return visit(left, right);
  }

  /** How many cells have the answer `value`. */
  count(node: DiagramNode, value: number): bigint {
    const done = new Map<DiagramNode, bigint>();
    const cells = (from: number, to: number) =>
      this.sizes.slice(from, to).reduce((product, size) => product * BigInt(size), 1n);
    const visit = (n: DiagramNode): bigint => {
      if (n < 0) return answerOf(n) === value ? 1n : 0n;
      let sum = done.get(n);
      if (sum !== undefined) return sum;
      const fact = this.fact(n);
      sum = this.below(n).reduce((total, child) => total + visit(child) * cells(fact + 1, this.fact(child)), 0n);
      done.set(n, sum);
      return sum;
    };
    return visit(node) * cells(0, this.fact(node));
  }

  /** The answers there are. */
  answers(node: DiagramNode): ReadonlySet<number> {
    const seen = new Set<DiagramNode>();
    const visit = (n: DiagramNode): void => {
      if (seen.has(n)) return;
      seen.add(n);
      if (n >= 0) this.below(n).forEach(visit);
    };
    visit(node);
    return new Set([...seen].filter(n => n < 0).map(answerOf));
  }

  #at(node: DiagramNode, fact: number, at: number): DiagramNode {
    return this.fact(node) === fact ? this.#below[node]![at]! : node;
  }

  #count(): void {
    if (++this.#work > this.most) throw new TooManyNodes(`more than ${this.most} steps`);
  }
}
