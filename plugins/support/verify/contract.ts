/** Material that a reply may rest on. */
export interface Evidence {
  /** The run's own step, for example `tool:lookup_order:1`. */
  readonly reference: string;
  /** A `ProvenanceKind`; labelled rows also use `kb` and `fact`. */
  readonly kind: string;
  /** `key=value; key=value; list=[{a: 1, b: x}]`, or prose. */
  readonly text: string;
}

export interface UnverifiedClaim {
  /** The sentence of the reply. */
  readonly claim: string;
  readonly reason: 'unsupported_figure' | 'unsupported_identifier' | 'unsupported_statement';
  /** The figures, identifiers or words that no evidence carries. */
  readonly values: readonly string[];
}

export interface Support {
  readonly kind: string;
  readonly reference: string;
  readonly field?: string;
}

export interface SentenceVerdict {
  readonly sentence: string;
  readonly supported: boolean;
  /** False for courtesy, questions and other sentences that state nothing. */
  readonly factual: boolean;
  readonly claims: readonly UnverifiedClaim[];
  /** Which evidence, and which field of it, carries each stated fact. */
  readonly support: readonly Support[];
}

export interface Verification {
  readonly supported: boolean;
  readonly sentences: readonly SentenceVerdict[];
  readonly claims: readonly UnverifiedClaim[];
}

export interface Verifier {
  /**
   * Pure: the same reply, evidence and clock always give the same verdict.
   * @param phrased by a language model: then what is learned from examples decides where the rules leave it open.
   * Without it the words are the shop's own, and the rules alone decide.
   */
  verify(reply: string, evidence: readonly Evidence[], clock: Date, phrased?: boolean): Verification;
}
