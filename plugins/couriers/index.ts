import { definePlugin, type SectionSchema } from '../../core/index.js';
import { Courier, isHttpAddress } from '../../core/net/index.js';

const courier = {
  webhook_url: { type: 'string', meaning: 'address that takes letters as JSON by POST' },
  webhook_secret: { type: 'string', secret: true, meaning: 'signs what the webhook gets, at least 32 characters' },
  smtp_url: { type: 'string', secret: true, meaning: 'mail server: smtp://user:password@host:587, or smtps://' },
  from: { type: 'string', meaning: 'sender of mails' },
  timeout_seconds: { type: 'number', minimum: 0.1, maximum: 60, default: 10, meaning: 'time one letter may take' }
} as const satisfies SectionSchema;

const LEAST_SECRET = 32;

/** Couriers: a webhook, a mail server, and the console of whoever tries the program out. */
export default definePlugin()({
  name: 'couriers',
  version: '1.0.0',
  contract: 1,
  settings: { courier },
  needs: {},
  provides: [Courier],
  check(settings) {
    const { webhook_url, webhook_secret, smtp_url, from } = settings.section('courier', courier);
    const problems = (name: string, message: string) => ({
      code: 'setting_invalid',
      message: `COURIER__${name} ${message}`
    });
    return [
      ...(webhook_url === undefined || isHttpAddress(webhook_url)
        ? []
        : [problems('WEBHOOK_URL', 'must be an http or https address without a credential in it')]),
      ...(webhook_url === undefined || (webhook_secret?.length ?? 0) >= LEAST_SECRET
        ? []
        : [
            problems(
              'WEBHOOK_SECRET',
              `must have at least ${LEAST_SECRET} characters, so that the other side can tell who sends`
            )
          ]),
      ...(smtp_url === undefined || /^smtps?:\/\//.test(smtp_url)
        ? []
        : [problems('SMTP_URL', 'must begin with smtp:// or smtps://')]),
      ...(smtp_url === undefined || from !== undefined ? [] : [problems('FROM', 'must be set where mails are sent')])
    ];
  },
  async start(_, { settings, provide }) {
    const { webhook_url, webhook_secret, smtp_url, from, timeout_seconds } = settings.section('courier', courier);
    const timeoutMs = timeout_seconds * 1000;
    provide(Courier, {
      name: 'console',
      local: true,
      async send({ to, text }) {
        process.stderr.write(`to ${to}: ${text}\n`);
      }
    });
    if (webhook_url !== undefined && webhook_secret !== undefined) {
      const { webhook } = await import('./webhook.js');
      provide(Courier, webhook({ url: webhook_url, secret: webhook_secret, timeoutMs }));
    }
    if (smtp_url === undefined || from === undefined) return undefined;
    const { smtp } = await import('./smtp.js');
    const mail = await smtp({ url: smtp_url, from, timeoutMs });
    provide(Courier, mail);
    return () => mail.close();
  }
});
