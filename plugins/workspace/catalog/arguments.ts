import type { ErrorObject } from 'ajv';
import { nearest } from '../../../core/index.js';
import type { WorkspaceToolDefinition } from './workspace-tool.js';

export interface ArgumentProblem {
  readonly argument: string;
  readonly problem: string;
}

/** What is wrong with the arguments, in words a model can act on; empty when nothing is. Fills in defaults. */
export function checkArguments(
  { accepts, arguments: schema }: WorkspaceToolDefinition,
  args: Readonly<Record<string, unknown>>
): readonly ArgumentProblem[] {
  if (accepts(args)) return [];
  const known = Object.keys(schema['properties'] as object);
  const problems = (accepts.errors ?? []).map(error => problemOf(error, known));
  return [...new Map(problems.map(p => [`${p.argument} ${p.problem}`, p])).values()];
}

function problemOf({ keyword, instancePath, params, message }: ErrorObject, known: readonly string[]): ArgumentProblem {
  const at = instancePath.split('/').slice(1).join('.');
  const within = (name: unknown) => (at === '' ? String(name) : `${at}.${String(name)}`);
  switch (keyword) {
    case 'required':
      return { argument: within(params['missingProperty']), problem: 'is required' };
    case 'additionalProperties': {
      const name = String(params['additionalProperty']).slice(0, 100);
      const best = at === '' ? nearest(name, known) : undefined;
      const hint = best === undefined ? `; the arguments are ${known.join(', ')}` : `; did you mean ${best}?`;
      return { argument: within(name), problem: `is not an argument${hint}` };
    }
    case 'enum':
      return { argument: at, problem: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
    default:
      return { argument: at, problem: message ?? 'is not valid' };
  }
}

export const sentenceOf = (problems: readonly ArgumentProblem[]): string =>
  problems.map(({ argument, problem }) => `${argument} ${problem}`).join('; ');
