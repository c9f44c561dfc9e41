import { closed } from '../../core/documents/index.js';
import { keysOfPointer, valueAt } from '../../core/index.js';
import { formatMoney, parseMoney } from '../../core/money/index.js';
import { isDate } from '../../core/rules/index.js';
import { ToolFailure, type ToolOutput } from '../../core/tools/index.js';

const TYPES = ['boolean', 'integer', 'number', 'money', 'string', 'date', 'moment'] as const;

export interface FieldText {
  readonly at: string;
  readonly type: (typeof TYPES)[number];
  readonly optional?: boolean;
  /** The upstream's codes and what each is called here. No other is taken. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface RecordText {
  readonly as: string;
  readonly fields: Readonly<Record<string, FieldText>>;
}

export interface AbsentText {
  readonly at: string;
  readonly values: readonly unknown[];
}

const NAME = '^[a-z][a-z0-9_]*$';
const POINTER = { type: 'string', pattern: '^(?:/(?:[^~/]|~[01])*)*$', description: 'JSON pointer into the answer.' };

export const RECORD_SCHEMA = closed({
  as: { type: 'string', pattern: NAME, description: 'Name of the record; templates read records.<name>.' },
  fields: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: NAME },
    additionalProperties: closed(
      {
        at: POINTER,
        type: { enum: TYPES, description: 'A date is YYYY-MM-DD, a moment ISO 8601 with its zone.' },
        optional: { type: 'boolean', description: 'May be missing or null; otherwise that fails the call.' },
        words: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: 'string', minLength: 1 },
          description: 'Codes of the answer and what each is called here; any other code fails the call.'
        }
      },
      ['optional', 'words']
    )
  }
});

export const ABSENT_SCHEMA = closed({ at: POINTER, values: { type: 'array', minItems: 1 } }, [], {
  description: 'Values that say that there is no such thing: the tool then finds nothing, and does not fail.'
});

const LONGEST_TEXT = 500;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether an answer says, in the way the definition knows, that there is no such thing. */
export const isAbsent = (data: unknown, absent: AbsentText | undefined): boolean =>
  absent?.values.includes(valueAt(data, keysOfPointer(absent.at))) === true;

/** Takes the declared fields out of an answer, typed; nothing else of it goes on. Throws `upstream_shape`. */
export function readRecord(data: unknown, { as, fields }: RecordText, absent?: AbsentText): ToolOutput {
  if (isAbsent(data, absent)) return { records: [] };
  const read = Object.entries(fields).map(([name, field]) => [name, readField(data, name, field)] as const);
  // Text that the other side chose is third-party text, whoever runs it; its codes are not, once they are known.
  const untrusted = Object.keys(fields).filter(
    name => fields[name]!.type === 'string' && fields[name]!.words === undefined
  );
  return { records: [{ name: as, fields: Object.fromEntries(read), untrusted }] };
}

function readField(data: unknown, name: string, { at, type, optional, words }: FieldText): unknown {
  const value = valueAt(data, keysOfPointer(at));
  if (value === undefined || value === null) {
    if (optional === true) return null;
    throw new ToolFailure('upstream_shape', `the answer has no '${name}'`);
  }
  const typed = words === undefined ? cast(value, type) : wordFor(value, words);
  if (typed === undefined)
    throw new ToolFailure(
      'upstream_shape',
      `'${name}' is not ${words === undefined ? `of type ${type}` : 'one of its words'}`
    );
  return typed;
}

function wordFor(code: unknown, words: Readonly<Record<string, string>>): string | undefined {
  const key = typeof code === 'string' || typeof code === 'number' || typeof code === 'boolean' ? String(code) : '';
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** Undefined where the value is not of the type. Nothing is guessed: "12" is no integer. */
function cast(value: unknown, type: FieldText['type']): unknown {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'money': {
      const amount = parseMoney(typeof value === 'number' ? String(value) : value);
      return amount === undefined ? undefined : formatMoney(amount);
    }
    case 'date': {
      const day = typeof value === 'string' && MOMENT.test(value) ? value.slice(0, 10) : value;
      return isDate(day) ? day : undefined;
    }
    case 'moment': {
      const at = typeof value === 'string' && MOMENT.test(value) ? new Date(value) : undefined;
      return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
    }
    case 'string':
      return typeof value === 'string' && value.length <= LONGEST_TEXT ? value : undefined;
  }
}
