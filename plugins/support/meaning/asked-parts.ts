import { messageParts } from '../conversation/wishes.js';
import { isConditional, marked, messageSentences, opensAsQuestion, opensAsWish, requests, type Turn } from './turn.js';

type Asked = Pick<Turn, 'message' | 'policy'>;

/**
 * "When is it due, and do you bring it on a Saturday?": the parts of a message that ask for something, each by itself. What
 * asks nothing belongs to the part before it, and what stands before the first to that.
 */
export function askedParts({ message, policy }: Asked): readonly string[] {
  const starts: number[] = [];
  for (const [from, to] of messageSentences(message)) {
    const pieces = messageParts(message.slice(from, to), policy.joints);
    const opening = pieces.filter(([start, end]) => asksFirst(message.slice(from + start, from + end), policy));
    const [first] = pieces;
    if (opening.length > 0) starts.push(...opening.map(([start]) => from + start));
    else if (first !== undefined && marked(message.slice(from, to))) starts.push(from + first[0]);
  }
  return starts.map((start, nth) => message.slice(nth === 0 ? 0 : start, starts[nth + 1]).trim());
}

/** It begins like a question or a wish; what it is asked under, "if I order today", is no part of its own. */
function asksFirst(text: string, policy: Turn['policy']): boolean {
  const part = { message: text, policy };
  if (isConditional(part)) return false;
  return opensAsQuestion(text, policy) || requests(part) || opensAsWish(part);
}
