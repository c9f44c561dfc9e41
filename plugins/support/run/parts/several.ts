import { askedParts, type PartOfMessage, possibleParts } from '../../meaning/asked-parts.js';
import type { PartsRead } from '../../meaning/turn.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { type PartRead, readPieces, shareOfParts } from './read-parts.js';

/** So many pairs of what two parts may mean are thought of. */
const MOST_PAIRS = 4;

/**
 * "When is it due, and do you bring it on a Saturday?": each part is read by itself. None where that is not known of all of
 * them, or where more than one of them would do something: then the message is read as a whole.
 */
export function severalAsked(run: Run, services: Pick<Services, 'requireIdentity'>): readonly PartsRead[] {
  const { conversation, message } = run;
  const { pending, to_withdraw } = conversation.memory;
  if (pending !== undefined || to_withdraw !== undefined) return [];
  const pieces = piecesOf(message, run);
  if (pieces.parts.length < 2) return [];
  return readPieces(pieces.parts, { conversation, opened: false, run, services })
    .flatMap(parts => asSeveral(parts, pieces.known) ?? [])
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_PAIRS);
}

/** Parts of a message, and whether it is known that each asks for something. */
interface Pieces {
  readonly parts: readonly PartOfMessage[];
  readonly known: boolean;
}

export function piecesOf(message: string, { policy }: Pick<Run, 'policy'>): Pieces {
  const asked = askedParts({ message, policy });
  return asked.length > 1 ? { parts: asked, known: true } : { parts: possibleParts({ message, policy }), known: false };
}

/** What opens something is what is done; the others are told before it and after it. */
function asSeveral(parts: readonly PartRead[], known: boolean): PartsRead | undefined {
  const opening = parts.findIndex(({ does }) => does === 'opens');
  if (parts.length < 2 || parts.filter(({ does }) => does === 'opens').length > 1) return undefined;
  const at = Math.max(opening, 0);
  return {
    main: parts[at]!,
    before: parts.slice(0, at),
    after: parts.slice(at + 1),
    share: shareOfParts(parts),
    sure: known && parts.every(({ sure }) => sure)
  };
}
