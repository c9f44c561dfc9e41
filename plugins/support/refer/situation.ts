/** What the agent said last, as far as it tells what an answer to it does. */
export const SITUATIONS = [
  'start',
  'asked_order',
  'asked_item',
  'asked_choice',
  'asked_identity',
  'offered',
  'ticket_open',
  'refused',
  'status_told',
  'rules_told',
  'withdrawn'
] as const;

/** Where in its conversation a message stands. */
export interface Situation {
  readonly after: (typeof SITUATIONS)[number];
  /** The intent that is talked about. */
  readonly about?: string | undefined;
}

/** Words up to which a message has each length. */
const LENGTHS = [2, 5, 12];
const MOST_WORDS = 40;

/** What is known of a message besides its own words, for the model: the same for examples and for customers. */
export function contextOf(text: string, { after, about = 'nothing' }: Situation): readonly string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).slice(0, MOST_WORDS);
  const length = LENGTHS.filter(most => words.length > most).length;
  const asks = text.includes('?');
  return [
    after,
    `about ${about}`,
    `${after} about ${about}`,
    `${after} asks ${asks}`,
    `${after} length ${length}`,
    ...[...new Set(words)].filter(word => !/\d/.test(word)).map(word => `${after} ${word}`)
  ];
}
