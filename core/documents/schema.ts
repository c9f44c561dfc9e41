import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { ajvPackage, once } from '../packages.js';
import { didYouMean } from '../nearest.js';
import type { DocumentKind, Report } from './kind.js';
import { escapePointer, keysOfPointer } from '../json.js';

const ajv = once(() => {
  // Optimising the code of a schema takes longer than checking all files with it.
  const code = { optimize: false };
  const options = { allErrors: true, strict: true, allowUnionTypes: true, verbose: true, code };
  // Schemas are code, and the tests hold them against the meta-schema, which takes longer to compile than they do.
  return new (ajvPackage().Ajv2020)({ ...options, validateSchema: false });
});
const compiled = new WeakMap<object, ValidateFunction>();

/** What a schema describes, and what to call it when the schema itself is wrong. */
type Schematic = Pick<DocumentKind<unknown>, 'id' | 'schema'>;

/** Validates a file's content against its kind's schema; every violation is reported where it stands. */
export function validate(kind: Schematic, content: unknown, report: Report): void {
  const check = compiled.get(kind.schema) ?? compileSchema(kind);
  if (check(content)) return;
  const seen = new Set<string>();
  for (const error of check.errors ?? []) {
    // The failed branches report what is wrong; their wrapper adds nothing a reader can act on.
    if (['if', 'anyOf', 'propertyNames'].includes(error.keyword) || error.params['passingSchemas'] === null) continue;
    const pointer = pointerOf(error);
    const message = sentence(error);
    if (!seen.has(pointer + message)) report(pointer, 'schema', message);
    seen.add(pointer + message);
  }
}

function compileSchema({ id, schema }: Schematic): ValidateFunction {
  try {
    const check = ajv().compile(schema);
    compiled.set(schema, check);
    return check;
  } catch (error) {
    throw new Error(`the schema of '${id}' cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const key = (params['additionalProperty'] ?? params['unevaluatedProperty'] ?? propertyName) as string | undefined;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(key)}`;
}

function sentence(error: ErrorObject): string {
  const path = keysOfPointer(error.instancePath).join('.');
  const owner = path === '' ? 'the file' : path;
  const where = error.propertyName === undefined ? owner : `the key '${error.propertyName}' of ${owner}`;
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
      return `${where} has no key '${name}'${suggestion(name, known)}`;
    }
    case 'required':
      return `${where} lacks the key '${params['missingProperty']}'`;
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      return `${where} is not one of ${allowed.join(', ')}${suggestion(String(error.data), allowed)}`;
    }
    case 'const':
      return `${where} must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `${where} must be of type ${[params['type']].flat().join(' or ')}`;
    case 'pattern':
      return `${where} must match ${params['pattern']}`;
    default:
      return `${where} ${error.message ?? 'is not valid'}`;
  }
}

/** Names of that length are none that anybody meant, and take long to compare. */
const suggestion = (name: string, known: readonly string[]) => (name.length > 100 ? '' : didYouMean(name, known));
