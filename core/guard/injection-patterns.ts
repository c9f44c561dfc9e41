import type { TextPatterns } from '../workbench/text-patterns.js';
import { GuardAssembly } from './assembly.js';
import { InjectionRules } from './injection-kind.js';
import type { Channel } from './injection-rules.js';

/** What the injection rules look for, and their examples. Signals are left out: none loads without an example. */
export const injectionPatterns = (service: string): TextPatterns => ({
  name: 'injection',
  service,
  load: async () => set => {
    const guard = set.get(GuardAssembly);
    const rules = set
      .of(InjectionRules)
      .flatMap(({ source, value }) => (value.rules ?? []).map((rule, i) => ({ source, rule, at: `/rules/${i}` })))
      .filter(({ rule }) => rule.status !== 'deprecated');
    const files = new Map(rules.map(({ source, rule }) => [rule.id, source.file]));
    return {
      patterns: rules.flatMap(({ source, rule, at }) =>
        rule.patterns.flatMap(({ match }, i) =>
          match.map((pattern, k) => {
            const { line } = source.place(`${at}/patterns/${i}/match/${k}`);
            return { file: source.file, line, pattern };
          })
        )
      ),
      examples: rules.flatMap(({ source, rule, at }) =>
        rule.must_match.map((text, k) => ({
          file: source.file,
          ...source.place(`${at}/must_match/${k}`),
          read: [text, rule.channels[0] ?? 'message'] as const
        }))
      ),
      find: (text, channel = 'message') =>
        guard.explain(text, channel as Channel).matches.flatMap(({ rule, line, pattern }) => {
          const file = files.get(rule);
          return file === undefined ? [] : [{ file, line, pattern }];
        })
    };
  }
});
