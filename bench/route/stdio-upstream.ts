import { createInterface } from 'node:readline';
import { answerTo } from './answers.js';

/** The same tool server over standard input and output, for routers that start their servers themselves. */
for await (const line of createInterface({ input: process.stdin })) {
  const answer = answerTo(line);
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
}
