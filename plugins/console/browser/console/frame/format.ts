const SECOND = 1000;
const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400 * SECOND],
  ['h', 3_600 * SECOND],
  ['min', 60 * SECOND],
  ['s', SECOND]
];

/** How long ago, in the largest unit that fits: `5 min`. */
export function age(moment: string, now = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(moment));
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ['s', SECOND];
  return `${Math.floor(ms / size)} ${unit}`;
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const moment = (iso: string): string => MOMENT.format(new Date(iso));

const NUMBER = new Intl.NumberFormat();
export const number = (value: number): string => NUMBER.format(value);

export const milliseconds = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`);

/** `refund_request` as words. */
export const words = (name: string): string => {
  const text = name.replaceAll('_', ' ').replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const shown = (value: unknown): string => {
  if (value === null || value === undefined) return 'not known';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
};

export const amountOf = (amount: string | null, currency: string | null): string | null => {
  if (amount === null) return null;
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency: currency ?? 'USD' }).format(Number(amount));
  } catch {
    return `${amount} ${currency ?? ''}`.trim();
  }
};

/** The end of an id is what tells it from its neighbours. */
export const tail = (id: string): string => `…${id.slice(-6)}`;
