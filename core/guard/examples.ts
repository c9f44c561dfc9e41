import type { Loaded } from '../documents/kind.js';
import type { ReportIn } from './compile-rules.js';
import type { Guard } from './guard.js';
import type { InjectionFile } from './injection-rules.js';

/** Runs every rule's and signal's own examples. One that does not hold is a problem: the set is not used. */
export function* checkExamples(
  files: readonly Loaded<InjectionFile>[],
  guard: Guard,
  report: ReportIn
): Iterable<void> {
  for (const { source, value } of files) {
    yield;
    for (const section of ['rules', 'signals'] as const) {
      value[section]?.forEach((rule, i) => {
        if (rule.status === 'deprecated') return;
        const channel = rule.channels[0] ?? 'message';
        const fires = (text: string): boolean =>
          guard.assess(text, channel).findings.some(finding => finding.rule === rule.id);
        rule.must_match.forEach((text, k) => {
          if (fires(text)) return;
          const pointer = `/${section}/${i}/must_match/${k}`;
          report(source, pointer, 'example_failed', `${rule.id} does not match its example "${text}"`);
        });
        rule.must_not_match.forEach((text, k) => {
          if (!fires(text)) return;
          const pointer = `/${section}/${i}/must_not_match/${k}`;
          report(source, pointer, 'example_failed', `${rule.id} matches "${text}", which must not match`);
        });
      });
    }
  }
}
