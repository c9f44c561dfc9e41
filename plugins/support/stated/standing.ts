import { labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** `policies/dialogue/standing/*.yaml`: from which is learned whether a message takes an open request back. */
export const StandingExamplesKind = labelledKind({
  id: 'standing-examples',
  folder: 'policies/dialogue/standing',
  labels: {
    withdrawn: 'Takes the request back: the ticket is withdrawn.',
    stands: 'The request stands, whatever the message sounds like.',
    asks: 'Asks whether it could be taken back.'
  },
  context: ['about', { type: 'string', pattern: '^[a-z][a-z0-9_]*$', description: 'The intent of the request.' }]
});

/** Acts that take a request back. */
const WITHDRAWING: ReadonlySet<string> = new Set(['withdraw', 'withdraw_one']);

/** How likely a message takes an open request back; the situation is the intent of that. */
export const StandingAssembly = labelReader<'withdrawn' | 'stands'>({
  name: 'standing',
  of: 'open requests',
  kind: StandingExamplesKind,
  ofAct: (act, { after, about }) =>
    after === 'ticket_open' ? { label: WITHDRAWING.has(act) ? 'withdrawn' : 'stands', situation: about } : undefined
});
