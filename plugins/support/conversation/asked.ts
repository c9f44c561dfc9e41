import type { Memory, RememberedSlots } from '../records/types.js';
import { digestsOf } from './item-words.js';

/** What a question between wishes is counted under begins with it. */
export const CHOICE = 'choice ';

/** How many times a question was asked since the last wish was settled. */
export const timesAsked = ({ asked }: Memory, question: string): number => asked?.[question] ?? 0;

/** How many times each was asked, once this one is asked again. */
export const countedIn = (memory: Memory, question: string): NonNullable<Memory['asked']> => ({
  ...memory.asked,
  [question]: timesAsked(memory, question) + 1
});

/** Once a wish about an order is settled, all may be asked again, except between which wishes. */
export function answered({ asked = {}, ...memory }: Memory): Memory {
  const choices = Object.entries(asked).filter(([question]) => question.startsWith(CHOICE));
  return choices.length === 0 ? memory : { ...memory, asked: Object.fromEntries(choices) };
}

const MOST_WORDS = 32;

/** What messages of one wish may have named, in a form that cannot be read: earlier ones, then this one. */
export const keptWords = (
  items: RememberedSlots['items'] = [],
  words: readonly string[],
  conversationId: string
): readonly string[] => [...new Set([...items, ...digestsOf(words, conversationId)])].slice(0, MOST_WORDS);

/** What is remembered of what the last reply offered. */
export const OF_OFFERS = ['offered', 'offered_slots', 'offered_beside', 'to_withdraw'] as const;

/** The memory with nothing under these keys. */
export function without(memory: Memory, ...keys: readonly (keyof Memory)[]): Memory {
  if (keys.every(key => memory[key] === undefined)) return memory;
  return Object.fromEntries(Object.entries(memory).filter(([key]) => !keys.includes(key as keyof Memory)));
}
