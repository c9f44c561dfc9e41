import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../core/cli/main.js';

// The protocol's own JSON Schema, as its project publishes it.
const schema = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'test/fixtures/mcp/mcp-schema-2026-07-28.json'), 'utf8')
) as object;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(schema, 'mcp');

/** Throws unless the value is what the protocol calls by this name. */
export function assertIs(name: string, value: unknown): void {
  const validate = ajv.getSchema(`mcp#/$defs/${name}`)!;
  if (!validate(value)) throw new Error(`no ${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

/** Throws unless the value is a message a server may send, and its result or error one the schema knows. */
export function assertServerMessage(message: any): void {
  if (message.method === 'notifications/progress') return assertIs('ProgressNotification', message);
  if (message.method !== undefined) return assertIs('SubscriptionsAcknowledgedNotification', message);
  assertIs('JSONRPCResponse', message);
  const { result, error } = message;
  if (error?.code === -32022) assertIs('UnsupportedProtocolVersionError', message);
  else if (error?.code === -32020) assertIs('HeaderMismatchError', message);
  else if (error !== undefined) assertIs('Error', error);
  else if ('content' in result) assertIs('CallToolResult', result);
  else if ('tools' in result) assertIs('ListToolsResult', result);
  else if ('capabilities' in result) assertIs('DiscoverResult', result);
  else assertIs('SubscriptionsListenResult', result);
}
