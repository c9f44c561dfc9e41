import type { AskedIn, QuestionIndex, Told } from './question-index.js';

/** A question that stands beside other sentences counts nearly as one that is written alone. */
const BESIDE = 0.95;

interface Answering {
  readonly questions: QuestionIndex;
  /** Words that may stand before a question. */
  readonly leadsIn: ReadonlySet<string>;
}

/** The questions of a message that are joined by a comma or a word, and how well each must be answered to count as one. */
export interface Joined {
  readonly questions: readonly string[];
  readonly least: number;
}

/**
 * The sentences that answer a message, the best first: by all of it, and by each of its questions, in whatever story they
 * stand. Of its questions the best answer of each has the question's place in the message.
 */
export function answersTo(
  written: string,
  { questions: index, leadsIn }: Answering,
  asked: AskedIn,
  joined?: Joined
): readonly Told[] {
  const message = withoutLead(written, leadsIn);
  const whole = index.find(message, asked);
  const questions = message.split(/(?<=[.!?\n])\s+/).filter(sentence => /\?\W*$/.test(sentence));
  if (questions.length < 2 && joined !== undefined) {
    const each = answersToJoined(joined, { questions: index, leadsIn }, asked);
    if (each.length > 1) return each;
  }
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

/** An answer for each of two questions, the later leaning on what the first is about; nothing where one has none. */
function answersToJoined({ questions, least }: Joined, { questions: index, leadsIn }: Answering, asked: AskedIn) {
  const found: Told[] = [];
  let leaning = asked;
  for (const [question, text] of questions.entries()) {
    const bare = withoutLead(text, leadsIn);
    const best = index.find(bare, leaning).find(each => found.every(before => before.text !== each.text));
    if (best === undefined || best.score < least) return [];
    found.push({ ...best, question });
    const words = [...(asked.words ?? []), ...index.words.shared(bare, best.text)];
    leaning = { ...asked, topics: [...asked.topics, best.topic], words, last: best.text };
  }
  return found.sort((one, other) => other.score - one.score);
}

/** The message without what stands before a question: "ok and …". */
function withoutLead(message: string, leadsIn: ReadonlySet<string>): string {
  const words = message.split(/\s+/);
  while (words.length > 1 && leadsIn.has(words[0]!.toLowerCase().replace(/\W+$/, ''))) words.shift();
  return words.join(' ');
}
