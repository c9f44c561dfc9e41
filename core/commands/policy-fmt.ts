import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS, readAll, TEST_FILES } from '../documents/read.js';
import { formatProblem, type Problem } from '../errors.js';
import { formatted, type Style } from '../format/format.js';
import { kindsOf } from '../kernel/kinds-of.js';
import { staticItems } from '../kernel/start.js';
import type { CommandContext, ExitStatus } from '../points/command.js';
import { TestSection } from '../points/test-section.js';
import { testFileSchema } from '../tests/test-files.js';

/** Writes every declarative YAML file in the one style, or says which are not (`--check`, status 1). */
export async function policyFmt(context: CommandContext): Promise<ExitStatus> {
  const { root, args, options, out, err } = context;
  const problems: Problem[] = [];
  const styles = stylesOf(context);
  const changed: string[] = [];
  const files = [...readAll(root, problems, DOCUMENTS), ...readAll(root, problems, TEST_FILES)].filter(
    ({ source: { file } }) => /\.ya?ml$/i.test(file) && (args.length === 0 || args.some(part => file.includes(part)))
  );
  for (const { source, content } of files) {
    const style = styles.get(String(content['kind']));
    if (style === undefined) continue;
    const path = join(root, source.file);
    const before = readFileSync(path, 'utf8');
    let after: string;
    try {
      after = formatted(before, style);
    } catch (error) {
      const message = `the file is left as it is: ${(error as Error).message}`;
      problems.push({ code: 'not_formatted', message, file: source.file });
      continue;
    }
    if (after === before) continue;
    changed.push(source.file);
    if (options['check'] !== true) writeFileSync(path, after);
  }
  for (const problem of problems) err(formatProblem(problem));
  for (const file of changed) out(file);
  const done = options['check'] === true ? 'to be formatted' : 'formatted';
  out(`${changed.length} of ${files.length} files ${done}`);
  return problems.length > 0 || (options['check'] === true && changed.length > 0) ? 1 : 0;
}

function stylesOf({ services }: CommandContext): ReadonlyMap<string, Style> {
  const tests = testFileSchema(staticItems(services, TestSection));
  return new Map([
    ...kindsOf(services).map(({ id, schema, oneLine = [] }) => [id, { schema, oneLine }] as const),
    ['tests', { schema: tests, oneLine: [] }] as const
  ]);
}
