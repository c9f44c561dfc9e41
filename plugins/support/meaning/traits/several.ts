import type { Option } from '../../../../core/learn/index.js';
import { offerAnswer } from '../plain-answer.js';
import { counted, named, stepOf } from './naming.js';
import { isDecided, type PartAsked, type PartsRead, type Turn } from '../turn.js';
import { answeredBefore, fitOf, followUpsOf, saidWith, toldBefore, type Seen, whatOf } from './option.js';

/** Of a message whose parts were each read by themselves: what they are, how likely that is, and what would be said. */
export function traitsOfSeveral(several: PartsRead, seen: Seen, turn: Turn): Option {
  const { main, before, after, share, sure } = several;
  const parts = [...before, main, ...after];
  const meanings = parts.map(({ read: { meaning } }) => meaning);
  const said = meanings.flatMap(meaning => saidWith(meaning, turn)).filter(each => each !== undefined);
  const fits = meanings.map(fitOf).filter(fit => fit !== undefined);
  return {
    named: named({
      does: 'several',
      first: partName(parts[0], turn),
      second: partName(parts[1], turn),
      says: said[0]?.mark,
      says_too: said[1]?.mark
    }),
    leading: named({
      kind: 'several',
      share: stepOf(share),
      sure,
      parts: counted(parts.length),
      tells: fits.length === parts.length,
      told_before: meanings.map(meaning => toldBefore(meaning, seen, turn)).find(told => told !== undefined),
      answered_before: meanings.some(meaning => answeredBefore(meaning, turn))
    }),
    paired: named({
      fits: fits.length === 0 ? 0 : stepOf(Math.min(...fits)),
      likely: stepOf(Math.min(...parts.map(likelihood))),
      takes: stepOf(offerAnswer({ ...turn, ...main.received })?.takes ?? 0),
      plainly: main.read.weighed.length === 0
    }),
    own: named({
      same: said.length > 1 && said[0]!.mark === said[1]!.mark,
      opens: main.read.meaning.kind === 'wish' && isDecided(turn, main.read.meaning.intent)
    }),
    said
  };
}

const likelihood = ({ read: { weighed } }: PartAsked): number => weighed[0]?.share ?? 1;

/** What a part asks, or wishes for. */
function partName(part: PartAsked | undefined, turn: Turn): string | undefined {
  if (part === undefined) return undefined;
  const { meaning } = part.read;
  const [answer] = followUpsOf(meaning);
  return answer === undefined ? whatOf(meaning, turn) : `answer ${answer.acts.join(' ')}`;
}
