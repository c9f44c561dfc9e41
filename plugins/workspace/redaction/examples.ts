import type { Loaded } from '../../../core/index.js';
import type { ReportIn } from './compile-redactor.js';
import { exampleText } from './example-text.js';
import type { RedactionFile } from './redaction-rules.js';
import type { Redactor } from './redactor.js';

/**
 * Runs every rule's own examples through all rules: what is marked must be hidden, exactly and, but for generic rules, which
 * overlap, by this rule; where nothing has to be, this rule must be silent. One that does not hold is a problem: the set is not used.
 */
export function checkExamples(files: readonly Loaded<RedactionFile>[], redactor: Redactor, report: ReportIn): void {
  for (const { source, value } of files) {
    value.rules?.forEach((rule, i) => {
      if (rule.status === 'deprecated') return;
      rule.must_redact.forEach((example, k) => {
        const { text, path, spans } = exampleText(example);
        const { findings } = redactor.redact(text, path);
        const hidden = ({ start, end }: { start: number; end: number }): boolean =>
          findings.some(
            found => (rule.generic === true || found.rule === rule.id) && found.start === start && found.end === end
          );
        if (spans.length > 0 && spans.length === findings.length && spans.every(hidden)) return;
        const pointer = `/rules/${i}/must_redact/${k}`;
        const found = findings.map(({ rule: id, start, end }) => `${id} ${start}-${end}`).join(', ') || 'nothing';
        const wanted = spans.map(({ start, end }) => `${start}-${end}`).join(', ') || 'a mark «…»';
        report(source, pointer, 'example_failed', `${rule.id} has to hide ${wanted}; hidden is ${found}`);
      });
      rule.must_not_redact.forEach((example, k) => {
        const { text, path } = exampleText(example);
        if (!redactor.redact(text, path).findings.some(found => found.rule === rule.id)) return;
        const pointer = `/rules/${i}/must_not_redact/${k}`;
        report(source, pointer, 'example_failed', `${rule.id} hides a part of this example, which must stay`);
      });
    });
  }
}
