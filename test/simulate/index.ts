import { parseArgs } from 'node:util';
import { Agent, type Held } from './conversation.js';
import { reportOf, transcriptOf } from './report.js';
import { Wording } from './wording.js';

/**
 * Holds conversations with simulated customers and reports what came of them.
 *
 *     npm run simulate [-- --seed N] [--conversations N] [--only N]
 *
 * Exits 1 when something is violated that has to hold in every conversation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    conversations: { type: 'string', default: '2000' },
    only: { type: 'string' }
  }
});
const seed = Number(values.seed);
const wording = new Wording();
const agent = await Agent.start();
const held: Held[] = [];
try {
  if (values.only !== undefined) {
    const one = await agent.converse(seed, Number(values.only), { wording, traced: true });
    held.push(one);
    console.log(transcriptOf(one));
  } else {
    for (let number = 1; number <= Number(values.conversations); number++)
      held.push(await agent.converse(seed, number, { wording }));
    console.log(reportOf(seed, held));
  }
} finally {
  await agent.stop();
}
process.exitCode = held.some(({ violations }) => violations.length > 0) ? 1 : 0;
