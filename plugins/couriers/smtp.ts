import { withPackages } from '../../core/index.js';
import type { Courier } from '../../core/net/index.js';

interface Options {
  readonly url: string;
  readonly from: string;
  readonly timeoutMs: number;
}

/** Sends letters as plain mails by nodemailer. Throws a `StartupError` (`package_missing`) where that is not installed. */
export async function smtp({ url, from, timeoutMs }: Options): Promise<Courier & { close(): void }> {
  const { createTransport } = await withPackages('sending mails', ['nodemailer'], () => import('nodemailer'));
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Letters are texts of ours: nothing in them names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true
  });
  return {
    name: 'smtp',
    async send({ to, subject, text }) {
      await transport
        .sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' }
        })
        .catch((error: unknown) => {
          // The server's own words may repeat the address.
          throw new Error(`the mail server did not take it (${(error as { code?: string }).code ?? 'it failed'})`);
        });
    },
    close: () => transport.close()
  };
}
