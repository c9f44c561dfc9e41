import { StartupError } from '../../../core/index.js';
import type { Courier } from '../../../core/net/index.js';
import type { RunPolicy } from '../policy/run-policy.js';

/** The courier of this name; none where there is none, or where codes would be shown on a console in production. */
export function courierFor(couriers: readonly Courier[], name: string, production: boolean): Courier | undefined {
  const courier = couriers.find(each => each.name === name);
  return courier === undefined || (production && courier.local === true) ? undefined : courier;
}

const LEAST_SECRET = 32;

interface Means {
  readonly courier: Courier | undefined;
  readonly secret: string | undefined;
  readonly production: boolean;
}

/** Throws a `StartupError` where the files ask for codes that nobody could send, or whose digests could be tried out. */
export function checkCodes({ identity, intents }: RunPolicy, { courier, secret, production }: Means): void {
  const levels = [identity.accountData, ...[...intents.values()].map(({ requires }) => requires.level)];
  if (!levels.includes('holds')) return;
  const messages = [
    ...(courier === undefined
      ? [
          'AGENT_IDENTITY__COURIER must be webhook or smtp, with its AGENT_COURIER__ settings: the identity policy asks for codes'
        ]
      : []),
    ...(production && (secret?.length ?? 0) < LEAST_SECRET
      ? [
          `AGENT_IDENTITY__SECRET must have at least ${LEAST_SECRET} characters: every instance checks the codes of every other`
        ]
      : [])
  ];
  if (messages.length > 0) throw new StartupError(messages.map(message => ({ code: 'setting_invalid', message })));
}
