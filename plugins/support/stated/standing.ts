import type { Assembly } from '../../../core/index.js';
import type { Example, Model } from '../../../core/learn/index.js';
import { TurnExamplesKind, type TurnExamples } from '../refer/turn-examples-kind.js';
import { LONGEST, modelBesideActs } from './model-beside-acts.js';
import { StandingExamplesKind, type StandingLabel, type StandingExamples } from './standing-kind.js';

/** Says how likely a message takes an open request back. */
export interface StandingReader {
  /**
   * @param about the intent of the request
   * @returns the share of 1
   */
  withdrawn(message: string, about: string): number;
}

/** Acts that take a request back. */
const WITHDRAWING: ReadonlySet<string> = new Set(['withdraw', 'withdraw_one']);
/** How much their examples count: there are many more of them. */
const OF_ACTS = 0.1;

/** Undefined where there are no examples, and where what is learned is not of them as they are. */
export const StandingAssembly: Assembly<StandingReader | undefined> = {
  id: 'standing',
  lasting: 'anywhere',
  learned: 'apart',
  kinds: [StandingExamplesKind, TurnExamplesKind],
  build(set, report) {
    const model = modelBesideActs(
      { name: 'standing', of: 'open requests', kind: StandingExamplesKind, examplesOf, examplesOfActs },
      set,
      report
    );
    return model === undefined ? undefined : readerOf(model);
  }
};

const contextOf = (about: string | undefined): readonly string[] => (about === undefined ? [] : [about]);

const examplesOf = ({ examples }: StandingExamples): readonly Example[] =>
  Object.entries(examples).flatMap(([label, rows]) =>
    rows.map(({ text, about }) => ({ text, label, context: contextOf(about) }))
  );

/** What acts do that were written when a request was open. */
const examplesOfActs = ({ examples }: TurnExamples): readonly Example[] =>
  Object.entries(examples).flatMap(([act, rows]) => {
    const label: StandingLabel = WITHDRAWING.has(act) ? 'withdrawn' : 'stands';
    const open = rows.filter(({ after }) => after === 'ticket_open');
    return open.map(({ text, about }) => ({ text, label, context: contextOf(about), weight: OF_ACTS }));
  });

function readerOf(model: Model): StandingReader {
  // One message is asked after several times.
  let last: { readonly message: string; readonly about: string; readonly share: number } | undefined;
  const place = model.labels.indexOf('withdrawn' satisfies StandingLabel);
  return {
    withdrawn(message, about) {
      if (last?.message !== message || last.about !== about) {
        const shares = model.shares(message.slice(0, LONGEST), contextOf(about));
        last = { message, about, share: shares[place] ?? 0 };
      }
      return last.share;
    }
  };
}
