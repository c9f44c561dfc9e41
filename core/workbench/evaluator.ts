import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';
import type { CommandContext } from '../cli/command.js';

export interface Evaluation {
  /** One JSON value an item, in input order. */
  readonly predictions: readonly object[];
  /** Named figures; shares are from 0 to 1. Baselines and floors compare these. */
  readonly figures: Readonly<Record<string, number>>;
  /** For people: tables and lists, ready to print. */
  readonly report: string;
  /** Each miss with its explanation, ready to print. */
  readonly errors: readonly string[];
  /** What became of each labelled item, so that two states of the files can be compared item by item. */
  readonly verdicts?: readonly Verdict[];
}

export interface Verdict {
  readonly id: string;
  /** `right`, or the way in which it is not: `wrong`, `asked`, … */
  readonly verdict: string;
  /** What came out, in a few words and never the text that was judged. */
  readonly said: string;
}

/** Measures one judgement against labelled data: `bylaw eval <name> FILE`. */
export interface Evaluator {
  readonly name: string;
  readonly summary: string;
  /** `jsonl`: one item a line; `json`: one document. */
  readonly input: 'jsonl' | 'json';
  /** JSON Schema of what an item must have to be judged; a file that breaks it is refused by line. */
  readonly item?: object;
  /** The labelled set of the project, relative to the root; `policy diff` runs it on both sides. */
  readonly data?: string;
  /** Kinds of file whose change can change a verdict. */
  readonly kinds?: readonly string[];
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
    (
      set: DocumentSet,
      args: readonly string[],
      context: Pick<CommandContext, 'root' | 'services' | 'env' | 'options'>
    ) => Promise<{ readonly text: string; readonly json: unknown }>
  >;
}

export const Explainer = extensionPoint<Explainer>('explainer', explainer => explainer.name, [
  'name',
  'service',
  'load'
]);

/** `bylaw policy explain rules TABLE FACTS`: any rule table of a service, on facts that differ from its baseline. */
export const rulesExplainer = (service: string): Explainer => ({
  name: 'rules',
  usage: 'TABLE FACTS.json',
  summary: "rule by rule, what facts come to that differ from a table's baseline (a file, or JSON itself)",
  service,
  load: async () => (await import('./explain-facts.js')).explainFacts
});
