import { documentSchema } from '../documents/closed.js';
import type { DocumentKind } from '../documents/kind.js';
import { dayNumber, type WorkCalendar } from './moments.js';
import { isDate } from './typed-values.js';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

interface CalendarText {
  readonly id: string;
  readonly working_days: readonly (typeof DAYS)[number][];
  readonly holidays?: readonly string[];
}

export interface NamedCalendar extends WorkCalendar {
  readonly id: string;
}

/** `policies/calendars/*.yaml`: the days on which a business works, for facts that count working days. */
export const CalendarKind: DocumentKind<NamedCalendar> = {
  id: 'calendar',
  version: 1,
  folder: 'policies/calendars',
  schema: documentSchema(
    'calendar',
    1,
    {
      id: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
      working_days: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: DAYS } },
      holidays: {
        description: 'Dates on which nobody works though the weekday is a working day.',
        type: 'array',
        uniqueItems: true,
        items: { type: 'string' }
      }
    },
    ['holidays']
  ),
  nameOf: ({ id }: CalendarText) => id,
  compile({ id, working_days, holidays = [] }: CalendarText, report) {
    holidays.forEach((day, i) => {
      const sound: boolean = isDate(day);
      if (!sound) report(`/holidays/${i}`, 'effective_date', `${day} is no calendar date; write it as "2027-01-01"`);
    });
    return {
      id,
      weekdays: new Set(working_days.map(day => DAYS.indexOf(day))),
      holidays: new Set(holidays.map(dayNumber))
    };
  }
};
