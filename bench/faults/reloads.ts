import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../test/harness/client.js';
import { copiedRoot, editFile } from '../../test/harness/root.js';
import { SECRET } from '../journey/agent.js';
import { launch, type ServerProcess } from '../journey/server-process.js';
import { Callers, customer } from './callers.js';
import type { Print } from './print.js';

const LONGEST_MS = 500;
/** What is kept of texts and code that was compiled settles in so many reloads. */
const FIRST = 20;
const MORE_SHARE = 0.1;
/** What is read anew when each changes differs most. */
const FILES = [
  'policies/wording/wording.yaml',
  'policies/refund/refund.yaml',
  'intents/order_status.yaml',
  'policies/injection/inj-001-override.yaml'
];
const REMARK = '# Changed.\n';

/** How long answers take while changed files are loaded again and again, and what memory is left afterwards. */
export async function reloads(database: string, times: number, print: Print): Promise<void> {
  const { root, remove } = copiedRoot();
  const agent = await launch({ serves: 'agent', database, root }, ['--expose-gc']);
  try {
    const client = new Client(agent.url, SECRET);
    const first = await reloadUnderLoad(agent, client, { root, times: FIRST });
    const then = await reloadUnderLoad(agent, client, { root, times });
    const longest = Math.max(first.longest, then.longest);
    const violations: string[] = [];
    if (longest > LONGEST_MS) violations.push(`somebody waited ${longest.toFixed(0)} ms`);
    if (then.heap > first.heap * (1 + MORE_SHARE)) violations.push('memory has grown');
    const memory = `heap ${first.heap.toFixed(0)} MB after ${FIRST}, ${then.heap.toFixed(0)} after ${FIRST + times}`;
    const resident = `resident ${first.resident.toFixed(0)} and ${then.resident.toFixed(0)}`;
    const waits = `the longest of ${then.answers} answers ${longest.toFixed(0)} ms, p99 ${then.p99.toFixed(0)}`;
    print(`${times} reloads under load`, `${waits}, ${memory}, ${resident}`, violations);
  } finally {
    await agent.end();
    remove();
  }
}

async function reloadUnderLoad(
  agent: ServerProcess,
  client: Client,
  { root, times }: { readonly root: string; readonly times: number }
) {
  const callers = await Callers.of(() => customer(client));
  for (let i = 0; i < times; i++) {
    const before = await revision(client);
    editFile(root, FILES[i % FILES.length]!, text =>
      text.endsWith(REMARK) ? text.slice(0, -REMARK.length) : text + REMARK
    );
    process.kill(agent.pid, 'SIGHUP');
    while ((await revision(client)) === before) await sleep(20);
  }
  const waits = await callers.stop();
  return { ...waits, ...(await agent.usage()) };
}

const revision = async (client: Client): Promise<string> => (await client.get('/readyz')).body.policy_revision;
