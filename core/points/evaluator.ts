import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../kernel/point.js';

export interface Evaluation {
  /** One JSON value an item, in input order. */
  readonly predictions: readonly object[];
  /** Named figures; shares are from 0 to 1. Baselines and floors compare these. */
  readonly figures: Readonly<Record<string, number>>;
  /** For people: tables and lists, ready to print. */
  readonly report: string;
  /** Each miss with its explanation, ready to print. */
  readonly errors: readonly string[];
}

/** Measures one judgement against labelled data: `bylaw eval <name> FILE`. */
export interface Evaluator {
  readonly name: string;
  readonly summary: string;
  /** `jsonl`: one item a line; `json`: one document. */
  readonly input: 'jsonl' | 'json';
  /** JSON Schema of what an item must have to be judged; a file that breaks it is refused by line. */
  readonly item?: object;
  /** Service whose documents are evaluated. */
  readonly service: string;
  load(): Promise<(set: DocumentSet, input: any) => Promise<Evaluation>>;
}

export const Evaluator = extensionPoint<Evaluator>('evaluator', evaluator => evaluator.name, [
  'name',
  'service',
  'load'
]);

/** Answers `bylaw policy explain <name> …`: what was decided about one input, and why. */
export interface Explainer {
  readonly name: string;
  /** What the argument is, for example `"message"` or `FACTS.json`. */
  readonly usage: string;
  readonly summary: string;
  readonly service: string;
  load(): Promise<
    (set: DocumentSet, args: readonly string[]) => Promise<{ readonly text: string; readonly json: unknown }>
  >;
}

export const Explainer = extensionPoint<Explainer>('explainer', explainer => explainer.name, [
  'name',
  'service',
  'load'
]);
