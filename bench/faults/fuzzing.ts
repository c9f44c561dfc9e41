import { serve, type Served } from '../../test/harness/child.js';
import { fuzzer } from '../../test/harness/fuzz.js';

const AT_ONCE = 50;

/** What many fuzzed requests to a real process were answered with, and which of them it should not have been. */
export async function fuzz(folder: string, requests: number, seed: number) {
  const service = await serve(folder);
  try {
    return await answersOf(service, requests, seed);
  } finally {
    service.kill('SIGKILL');
  }
}

async function answersOf(service: Served, requests: number, seed: number) {
  const violations: string[] = [];
  const statuses = new Map<number, number>();
  const talk = await service.client.talk('demo@example.com');
  const { trace } = await talk.say('Where is ORD-1002?');
  const next = fuzzer(seed, [talk.id, trace!.run_id, 'conv_00000000000000000000000000']);
  let sent = 0;
  const sender = async () => {
    while (sent++ < requests) {
      const { method, path, ...sending } = next();
      const { status } = await service.client.send(method, path, sending);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) violations.push(`${status} for ${method} ${path} ${JSON.stringify(sending)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  violations.push(...service.lines.filter(line => line.includes('"level":"error"')));
  service.kill('SIGTERM');
  const [code] = await service.ended;
  if (code !== 0) violations.push(`the service ended with ${code}`);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return { summary: counts.join(', '), violations };
}
