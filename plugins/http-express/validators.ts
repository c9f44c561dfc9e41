import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { keysOfPointer } from '../../core/index.js';
import type { HttpSite } from '../../core/http/index.js';
import { invalid, type FieldProblem } from './failures.js';

const MAX_FIELDS = 20;
const sane = /^[A-Za-z0-9_.-]{1,64}$/;

/** Checks a value in place (coerces, fills defaults). Throws `ApiError` 422 that names every field at fault. */
export type Check = (value: unknown) => void;

export interface Checks {
  readonly body: Check;
  readonly query: Check;
}

type Compiler = (schema: object) => ValidateFunction;

const noQuery = { type: 'object', additionalProperties: false };

/** Compiles the schemas of all routes of a site. Throws when one is not valid: that is a defect of its plugin. */
export function compileChecks(site: HttpSite): ReadonlyMap<HttpSite['routes'][number], Checks> {
  const bodies = compilerOf(site, false);
  const queries = compilerOf(site, true);
  const withoutQuery = queries(noQuery);
  return new Map(
    site.routes.map(route => {
      const body = route.body === undefined ? undefined : bodies(route.body.schema);
      const query = route.query === undefined ? withoutQuery : queries({ additionalProperties: false, ...route.query });
      return [
        route,
        {
          body: value => {
            if (body !== undefined) run(body, value, '(body)', 'The request body is not valid.');
          },
          query: value => run(query, value, '(query)', 'The query string is not valid.')
        }
      ];
    })
  );
}

/** By what the shared schemas say, what was compiled with them: a process that opens a site again compiles nothing again. */
const compilers = new Map<string, Compiler>();

function compilerOf(site: HttpSite, coerceTypes: boolean): Compiler {
  const key = JSON.stringify([coerceTypes, site.schemas]);
  const known = compilers.get(key) ?? compiler(site, coerceTypes);
  compilers.set(key, known);
  return known;
}

/** References `#/components/schemas/<name>` mean the same as in the OpenAPI document: the site's shared schemas. */
function compiler(site: HttpSite, coerceTypes: boolean): Compiler {
  // Schemas are code, whose mistakes compiling finds; the meta-schema takes longer to compile than all of them.
  const options = { strict: true, allErrors: true, allowUnionTypes: true, useDefaults: true, validateSchema: false };
  const ajv = new Ajv2020({ ...options, coerceTypes });
  formats.default(ajv);
  ajv.addVocabulary(['components', 'inputs']);
  const inputs: object[] = [];
  const document = { $id: 'site:', components: { schemas: site.schemas }, inputs };
  ajv.addSchema(document);
  const compiled = new Map<string, ValidateFunction>();
  return schema => {
    const text = JSON.stringify(schema);
    const known = compiled.get(text);
    if (known !== undefined) return known;
    const at = inputs.push(schema) - 1;
    const validate = ajv.getSchema(`site:#/inputs/${at}`);
    if (validate === undefined) throw new Error(`no schema at inputs/${at}`);
    compiled.set(text, validate);
    return validate;
  };
}

function run(validate: ValidateFunction, value: unknown, root: string, message: string): void {
  if (validate(value)) return;
  const problems = new Map<string, FieldProblem>();
  for (const error of validate.errors ?? []) {
    const problem = problemOf(error, root);
    problems.set(`${problem.field} ${problem.rule}`, problem);
    if (problems.size === MAX_FIELDS) break;
  }
  throw invalid(422, message, ...problems.values());
}

function problemOf({ instancePath, keyword, params }: ErrorObject, root: string): FieldProblem {
  const names = keysOfPointer(instancePath).map(shown);
  const unknown: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof unknown === 'string') return { field: [...names, shown(unknown)].join('.'), rule: 'unknown_field' };
  if (keyword === 'required') return { field: [...names, params['missingProperty']].join('.'), rule: 'required' };
  return { field: names.length === 0 ? root : names.join('.'), rule: keyword };
}

/** A name the caller made up is repeated only when it cannot carry text. */
const shown = (name: string) => (sane.test(name) ? name : '(unnamed)');
