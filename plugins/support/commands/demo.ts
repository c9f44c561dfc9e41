import { type CommandContext, type ExitStatus, listenForStop, untilStopped, UsageError } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { SUPPORT_SETTINGS } from '../settings.js';
import { seedStore } from '../seed/seeded-store.js';
import { startService } from './serve.js';

const DEMO_KEY = 'demo:demo-secret';
/** Lets the service's own page open conversations. */
const DEMO_PUBLIC_KEY = 'demo:demo-public:self';

/** The local example: everything in one process, with a key that is no secret. */
export async function demo(context: CommandContext): Promise<ExitStatus> {
  if (context.env['AGENT_ENVIRONMENT'] === 'production')
    throw new UsageError('demo accounts do not belong into production; use bylaw support serve');
  const stop = listenForStop();
  const env = {
    AGENT_SECURITY__API_KEYS: DEMO_KEY,
    AGENT_SESSIONS__PUBLIC_KEYS: DEMO_PUBLIC_KEY,
    AGENT_OBSERVABILITY__LOG_LEVEL: 'warning',
    ...context.env
  };
  const running = await startService({ ...context, env });
  await seedStore(running.items(Store)[0]!, running.documents.current);
  const { host, port } = running.settings.section('server', SUPPORT_SETTINGS.server);
  const [key = DEMO_KEY] = running.settings.section('security', SUPPORT_SETTINGS.security).api_keys;
  const call = (path: string, body: string) =>
    `curl -s http://${host}:${port}/v1/conversations${path} -H 'X-API-Key: ${key.split(':')[1]}' -H 'Content-Type: application/json' -d '${body}'`;
  context.out(`The support agent listens on http://${host}:${port}. Paste these three lines into another terminal:`);
  context.out(
    `ID=$(${call('', '{"customer_email":"demo@example.com"}')} | sed 's/.*"conversation_id":"\\([^"]*\\)".*/\\1/')`
  );
  context.out(call('/$ID/verify', '{"email":"demo@example.com"}'));
  context.out(call('/$ID/messages', '{"message":"Where is my order ORD-1002?"}'));
  context.out(
    `Customers write at http://${host}:${port}/chat, colleagues look at http://${host}:${port}/console with the key ${key.split(':')[1]}.`
  );
  await untilStopped(running, stop);
  return 0;
}
