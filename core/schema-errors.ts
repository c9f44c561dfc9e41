import type { ErrorObject } from 'ajv/dist/2020.js';
import { escapePointer, keysOfPointer } from './json.js';
import { didYouMean } from './nearest.js';

/** One thing that a value gets wrong, with the JSON pointer of where it stands. */
export interface SchemaProblem {
  readonly pointer: string;
  /** A sentence that begins with what is wrong, for example `care.water must be a whole number`. */
  readonly message: string;
}

/**
 * What ajv found wrong, each thing once. It has to run with `allErrors` and `verbose`. Values are repeated in no sentence,
 * names of keys are.
 * @param whole what to call the value as a whole: `the file`
 */
export function schemaProblems(
  errors: readonly ErrorObject[] | null | undefined,
  whole: string
): readonly SchemaProblem[] {
  const found = new Map<string, SchemaProblem>();
  for (const error of errors ?? []) {
    // The failed branches report what is wrong; their wrapper adds nothing a reader can act on.
    if (['if', 'anyOf', 'propertyNames'].includes(error.keyword) || error.params['passingSchemas'] === null) continue;
    const pointer = pointerOf(error);
    const message = `${subjectOf(error, whole)} ${predicateOf(error)}`;
    found.set(pointer + message, { pointer, message });
  }
  return [...found.values()];
}

function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const key = (params['additionalProperty'] ?? params['unevaluatedProperty'] ?? propertyName) as string | undefined;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(key)}`;
}

function subjectOf({ instancePath, propertyName }: ErrorObject, whole: string): string {
  const path = keysOfPointer(instancePath).join('.');
  const owner = path === '' ? whole : path;
  return propertyName === undefined ? owner : `the key '${propertyName}' of ${owner}`;
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'a mapping',
  string: 'text'
};

/** What is wrong, as it follows the name of what it is wrong with. */
export function predicateOf({ keyword, params, parentSchema = {}, data, message }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      return `has no key '${name}'${suggestion(name, known)}`;
    }
    case 'required':
      return `lacks the key '${params['missingProperty']}'`;
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      return `must be one of ${allowed.join(', ')}${suggestion(String(data), allowed)}`;
    }
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `must be ${[params['type'] as string]
        .flat()
        .map(type => TYPES[type] ?? type)
        .join(' or ')}`;
    case 'minimum':
    case 'maximum':
      return `must be ${bounds(parentSchema as Bounds)}`;
    case 'pattern':
      return `must match ${params['pattern']}${described(parentSchema as { readonly description?: string })}`;
    default:
      return message ?? 'is not valid';
  }
}

const described = ({ description }: { readonly description?: string }) =>
  description === undefined ? '' : ` (${description.replace(/[.]$/, '')})`;

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

const bounds = ({ minimum, maximum }: Bounds) =>
  [minimum === undefined ? [] : `at least ${minimum}`, maximum === undefined ? [] : `at most ${maximum}`]
    .flat()
    .join(' and ');

/** Names of that length are none that anybody meant, and take long to compare. */
const suggestion = (name: string, known: readonly string[]) => (name.length > 100 ? '' : didYouMean(name, known));
