import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajvPackage, once } from '../../../core/index.js';

const ajv = once(() => {
  const made = new (ajvPackage().Ajv2020)({
    strict: true,
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    useDefaults: true,
    validateSchema: false
  });
  const formats = createRequire(import.meta.url)('ajv-formats') as typeof import('ajv-formats');
  formats.default(made);
  return made;
});

/** Throws for what is no JSON Schema. */
export function checkSchema(schema: object): void {
  void ajv().validateSchema(schema, true);
  compileSchema(schema);
}

/** The check that a JSON Schema describes; the same object is compiled once. */
export const compileSchema = (schema: object): ValidateFunction => ajv().compile(schema);
