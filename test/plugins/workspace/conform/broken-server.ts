import { serveStdio } from '../../../../core/mcp/index.js';
import { silentLog } from '../../../../core/observe/log.js';
import { faultyHandle } from './faults.js';

// A process that breaks the protocol in the way its argument names; faults of the process itself are made here.
const [fault = 'none'] = process.argv.slice(2);
const handle = faultyHandle(fault);
const { stdin, stdout } = process;

let shrinking = 9;
const output = {
  write(text: string, done?: () => void) {
    if (fault === 'prints-to-stdout') stdout.write('ready to serve\n');
    if (fault === 'nonsense-unanswered' && text.includes('-32700')) return true;
    if (fault === 'progress-shrinks') text = text.replace(/"progress":\d+/, () => `"progress":${--shrinking}`);
    if (fault === 'progress-of-another') text = text.replace(/"progressToken":"[^"]+"/, '"progressToken":"other"');
    if (fault === 'logs-unasked' && text.includes('"tools":['))
      stdout.write('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hi"}}\n');
    if (fault === 'asks-the-client' && text.includes('"tools":['))
      stdout.write('{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{}}\n');
    return stdout.write(text, done);
  },
  on: (name: 'error', listener: () => void) => stdout.on(name, listener)
};

if (fault === 'forgets-at-the-end') stdin.once('end', () => process.exit(0));
if (fault === 'dies-of-nonsense')
  stdin.on('data', chunk => void (String(chunk).includes('nonsense') && process.exit(3)));
if (fault === 'notifications-answered')
  stdin.on('data', chunk => {
    if (String(chunk).includes('notifications/'))
      stdout.write('{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}\n');
  });
const slow: typeof handle = async (message, delivery) => {
  await new Promise(resolve => setTimeout(resolve, fault === 'forgets-at-the-end' ? 100 : 0));
  return handle(message, delivery);
};
await serveStdio({ input: stdin, output, handle: slow, log: silentLog, drainMs: 1000 });
process.exitCode = fault === 'ends-with-a-status' ? 7 : 0;
