import { createHmac } from 'node:crypto';
import type { Courier } from '../../core/net/index.js';

interface Options {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
}

/**
 * Posts letters as JSON. `X-Bylaw-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256 of `SECONDS.BODY`, so that the other
 * side can tell who sent it and when. Any success status takes the letter over; redirects are not followed.
 */
export const webhook = ({ url, secret, timeoutMs }: Options): Courier => ({
  name: 'webhook',
  async send(letter) {
    // Loaded with the first letter.
    const { request } = await import('undici');
    const body = JSON.stringify(letter);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const answer = await request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Bylaw-Signature': `t=${at},v1=${signature}` },
      body,
      signal: AbortSignal.timeout(timeoutMs)
    });
    await answer.body.dump();
    if (answer.statusCode < 200 || answer.statusCode > 299)
      throw new Error(`the webhook answered with status ${answer.statusCode}`);
  }
});
