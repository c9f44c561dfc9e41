import { type DocumentSet, later } from '../../../../core/index.js';
import { type Evaluator, type Explainer, table, type TestSection } from '../../../../core/workbench/index.js';
import { RedactorAssembly } from '../assembly.js';
import type { RedactionRow } from './eval.js';
import { RedactionRules } from '../redaction-rules.js';

const evaluation = later<typeof import('./eval.js')>(import.meta.url, './eval.js');
export const evaluateRedaction = evaluation('evaluateRedaction');
export const predictRedaction = evaluation('predictRedaction');

/** `bylaw eval redaction FILE`. */
export const redactionEvaluator: Evaluator = {
  name: 'redaction',
  data: 'test/data/redaction.jsonl',
  kinds: ['redaction-rules'],
  summary: 'texts with secrets and texts without: hidden, tails left, falsely hidden',
  input: 'jsonl',
  item: {
    type: 'object',
    required: ['id', 'text'],
    properties: {
      id: {},
      text: { type: 'string' },
      path: { type: 'string' },
      label: { type: 'string' },
      secrets: { type: 'array', items: { type: 'string', minLength: 1 } }
    }
  },
  service: 'workspace',
  load: async () => async (set: DocumentSet, rows: readonly RedactionRow[]) =>
    evaluateRedaction(set.get(RedactorAssembly), rows)
};

/** `bylaw policy explain redaction TEXT [PATH]`. */
export const redactionExplainer: Explainer = {
  name: 'redaction',
  usage: '"TEXT" [PATH]',
  summary: 'what of a text is cut out, and by which rule; PATH says which file it stands in',
  service: 'workspace',
  load:
    async () =>
    async (set, [text = '', path]) => {
      const { text: left, findings } = set.get(RedactorAssembly).redact(text, path);
      const files = new Map(
        set
          .of(RedactionRules)
          .flatMap(({ source, value: { rules = [], reader } }) =>
            [...rules, ...(reader === undefined ? [] : [reader])].map(({ id }) => [id, source.file] as const)
          )
      );
      const rows = findings.map(({ rule, start, end }) => [rule, `${start}–${end}`, files.get(rule) ?? '']);
      const lines = rows.length === 0 ? ['nothing is cut out'] : table(['rule', 'characters', 'file'], rows);
      return { text: [left, '', ...lines].join('\n'), json: { text: left, findings } };
    }
};

interface RedactionTest {
  readonly text: string;
  readonly path?: string;
  readonly left: string;
}

/** Texts, and what is left of them. */
export const redactionSection: TestSection<RedactionTest> = {
  name: 'redactions',
  summary: 'Texts, and what the redaction rules leave of them.',
  service: 'workspace',
  test: {
    type: 'object',
    additionalProperties: false,
    required: ['text', 'left'],
    properties: {
      text: { type: 'string', minLength: 1 },
      path: { type: 'string', description: 'The file it stands in; some rules are for some files.' },
      left: { type: 'string', description: 'The text with [redacted:RULE] in place of what is cut out.' }
    }
  },
  titleOf: ({ left }) => `"${left}"`,
  load: async () => context => {
    const redactor = context.set.get(RedactorAssembly);
    return {
      run: async ({ text, path, left }) => {
        const was = redactor.redact(text, path).text;
        return was === left ? [] : [`left: expected ${JSON.stringify(left)}, was ${JSON.stringify(was)}`];
      }
    };
  }
};
