import { type Service, staticItems } from '../../../core/index.js';
import { policySkeleton } from '../scaffold/policy-skeleton.js';
import { Evaluator, Explainer, Skeleton } from '../../../core/workbench/index.js';

/** What `bylaw policy explain` can explain, one line each. */
export const explained = (services: readonly Service[]): readonly string[] =>
  columns(staticItems(services, Explainer).map(e => [`bylaw policy explain ${e.name} ${e.usage}`, e.summary]));

/** What `bylaw eval` can measure, one line each. */
export const evaluated = (services: readonly Service[]): readonly string[] =>
  columns(staticItems(services, Evaluator).map(e => [`bylaw eval ${e.name} FILE`, e.summary]));

/** What `bylaw new` can add, one line each. */
export const skeletons = (services: readonly Service[]): readonly string[] =>
  columns([
    [`bylaw new ${policySkeleton.name} NAME`, policySkeleton.summary],
    ...staticItems(services, Skeleton).map(s => [`bylaw new ${s.name} NAME`, s.summary] as const),
    ['bylaw new plugin NAME', 'a plugin package with types and a test, and its line in the list of plugins']
  ]);

/** Says that a command cannot do a thing, and lists what it can. */
export const noSubject = (verb: string, name: string | undefined, subjects: readonly string[]): string =>
  `${name === undefined ? `say what to ${verb}` : `'${name}' is nothing to ${verb}; there are`}:\n` +
  subjects.map(line => `  ${line}`).join('\n');

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
