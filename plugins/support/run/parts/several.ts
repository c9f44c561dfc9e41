import { askedParts, possibleParts } from '../../meaning/asked-parts.js';
import type { PartsRead } from '../../meaning/turn.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { likelihoodOf, type PartRead, readPieces } from './read-parts.js';

/** So many pairs of what two parts may mean are thought of. */
const MOST_PAIRS = 4;

/**
 * "When is it due, and do you bring it on a Saturday?": each part is read by itself. None where that is not known of all of
 * them, or where more than one of them would do something: then the message is read as a whole.
 */
export function severalAsked(run: Run, services: Pick<Services, 'requireIdentity'>): readonly PartsRead[] {
  const { conversation, message, policy } = run;
  const { pending, to_withdraw } = conversation.memory;
  if (pending !== undefined || to_withdraw !== undefined) return [];
  const asked = askedParts({ message, policy });
  const known = asked.length > 1;
  const pieces = known ? asked : possibleParts({ message, policy });
  if (pieces.length < 2) return [];
  return readPieces(pieces, { conversation, opened: false, run, services })
    .flatMap(parts => asSeveral(parts, known) ?? [])
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_PAIRS);
}

/** What opens something is what is done; the others are told before it and after it. */
function asSeveral(parts: readonly PartRead[], known: boolean): PartsRead | undefined {
  const opening = parts.findIndex(({ does }) => does === 'opens');
  if (parts.length < 2 || parts.filter(({ does }) => does === 'opens').length > 1) return undefined;
  const at = Math.max(opening, 0);
  const { share, sure } = likelihoodOf(parts);
  return {
    main: parts[at]!,
    before: parts.slice(0, at),
    after: parts.slice(at + 1),
    share,
    sure: known && sure
  };
}
