import { shorten, type Case } from '../case.js';
import { meta, notification } from '../messages.js';

const silent = (id: string, message: unknown, rule = 'JSON-RPC 2.0, 4.1: a notification is never answered'): Case => ({
  id,
  rule,
  level: 'must',
  phase: 'refusal',
  async run({ peer }) {
    const { messages, status } = await peer.tell(message);
    if (messages.length > 0) return `it was answered: ${shorten(messages[0])}`;
    return status !== undefined && status !== 202 ? `the HTTP status is ${status}, not 202` : undefined;
  }
});

/** Nothing may come back for these. */
export const notificationCases: readonly Case[] = [
  silent('notification-unknown', notification('notifications/no-such-thing', { a: 1 })),
  silent('notification-without-params', notification('notifications/no-such-thing')),
  silent('notification-initialized', notification('notifications/initialized')),
  silent('notification-of-a-request-method', notification('tools/list', { _meta: meta() })),
  silent(
    'cancel-unknown-request',
    notification('notifications/cancelled', { requestId: 'never-sent', reason: 'changed my mind' }),
    'basic/utilities/cancellation: unknown requests are ignored'
  ),
  silent(
    'cancel-without-id',
    notification('notifications/cancelled', {}),
    'basic/utilities/cancellation: malformed notifications are ignored'
  )
];
