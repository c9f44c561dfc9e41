import type { LimitedAction, CountedBy } from '../kinds/limits.js';
import { Limits } from '../kinds/limits.js';
import type { Admission } from '../access/rate-limits.js';
import type { Caller } from '../keys.js';
import type { SupportService } from './service.js';

/** Who or what it is about, beside the key; an e-mail address in lower case. */
export type Subjects = Readonly<Partial<Record<Exclude<CountedBy, 'key'>, string>>>;

/** Counts one action of a caller by the limits in force. Throws `ApiError` 429. */
export function limited(
  { documents, rates }: Pick<SupportService, 'documents' | 'rates'>,
  action: LimitedAction,
  { tenant, keyId }: Caller,
  subjects: Subjects
): Promise<Admission> {
  const limits = documents.current.of(Limits)[0]?.value[action] ?? {};
  const of: Readonly<Record<string, string | undefined>> = { key: keyId, ...subjects };
  // What could be found out by guessing is counted exactly, the rest without asking the database.
  const strict = action === 'verify' || action === 'codes';
  return rates.admit(
    Object.entries(limits).flatMap(([by, allowance]) => {
      const subject = of[by];
      return subject === undefined ? [] : [{ action, by, subject: `${tenant}/${subject}`, allowance, strict }];
    })
  );
}
