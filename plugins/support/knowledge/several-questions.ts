import type { AskedIn, QuestionIndex, Told } from './question-index.js';

/** A question that stands beside other sentences counts nearly as one that is written alone. */
const BESIDE = 0.95;

interface Answering {
  readonly questions: QuestionIndex;
  /** Words that may stand before a question. */
  readonly leadsIn: ReadonlySet<string>;
}

/**
 * The sentences that answer a message, the best first: by all of it, and by each of its questions, in whatever story they
 * stand. Of its questions the best answer of each has the question's place in the message.
 */
export function answersTo(written: string, { questions: index, leadsIn }: Answering, asked: AskedIn): readonly Told[] {
  const message = withoutLead(written, leadsIn);
  const whole = index.find(message, asked);
  const questions = message.split(/(?<=[.!?\n])\s+/).filter(sentence => /\?\W*$/.test(sentence));
  if (questions[0] === undefined || questions[0] === message) return whole;
  const found = new Map(whole.map(told => [told.text, told]));
  for (const [question, text] of questions.entries()) {
    const [best] = index.find(text, asked);
    if (best === undefined) continue;
    const before = found.get(best.text);
    const score = Math.max(before?.score ?? 0, best.score * BESIDE);
    found.set(best.text, { ...best, score, question: before?.question ?? question });
  }
  return [...found.values()].sort((one, other) => other.score - one.score);
}

/** The message without what stands before a question: "ok and …". */
function withoutLead(message: string, leadsIn: ReadonlySet<string>): string {
  const words = message.split(/\s+/);
  while (words.length > 1 && leadsIn.has(words[0]!.toLowerCase().replace(/\W+$/, ''))) words.shift();
  return words.join(' ');
}
