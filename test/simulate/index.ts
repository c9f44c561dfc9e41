import { parseArgs } from 'node:util';
import { Agent, type Held } from './conversation.js';
import { reportOf, transcriptOf } from './report.js';
import { Wording } from './wording.js';

const USAGE = `Holds conversations with simulated customers and reports what came of them.

  npm run simulate [-- --seed N] [--conversations N] [--only N]

  --seed N           which customers there are; 1 without it
  --conversations N  how many are held; 2000 without it
  --only N           the one of that number, with all that was said and what it was read as

Exits 1 when something is violated that has to hold in every conversation.`;

/** What was asked for; undefined where that is no use of it. */
function options() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        conversations: { type: 'string', default: '2000' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false }
      }
    });
    const numbers = [values.seed, values.conversations, values.only ?? '1'];
    return numbers.every(each => /^\d+$/.test(each)) ? values : undefined;
  } catch {
    return undefined;
  }
}

const values = options();
if (values === undefined || values.help) {
  (values === undefined ? console.error : console.log)(USAGE);
  process.exit(values === undefined ? 2 : 0);
}
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
