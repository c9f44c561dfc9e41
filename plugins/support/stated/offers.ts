import { labelledKind } from './labelled-kind.js';
import { labelReader } from './labelled-reader.js';

/** What was offered: a request of the customer's, a person, or to take a request back. */
export const OFFERS = ['deed', 'person', 'withdrawal'] as const;
export type Offer = (typeof OFFERS)[number];

/** `policies/dialogue/offers/*.yaml`: from which is learned whether a message takes what was offered. */
export const OfferAnswersKind = labelledKind({
  id: 'offer-answers',
  folder: 'policies/dialogue/offers',
  labels: {
    takes: 'It is to be done.',
    declines: 'It is not to be done.',
    neither: 'A question, another wish or a remark: whether it is to be done stays open.'
  },
  context: ['offered', { enum: OFFERS, description: 'What the agent had offered.' }]
});

/** How likely a message takes what was offered, and how likely it declines it; the situation is the kind of offer. */
export const OffersAssembly = labelReader<'takes' | 'declines' | 'neither'>({
  name: 'offers',
  of: 'answers to offers',
  kind: OfferAnswersKind,
  ofAct: (act, { after }) =>
    after === 'offered'
      ? {
          label: act === 'yes' ? 'takes' : act === 'no' ? 'declines' : 'neither',
          situation: 'deed' satisfies Offer
        }
      : undefined
});
