import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajvPackage, once } from '../packages.js';
import { schemaProblems } from '../schema-errors.js';
import type { DocumentKind, Report } from './kind.js';

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
  for (const { pointer, message } of schemaProblems(check.errors, 'the file')) report(pointer, 'schema', message);
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
