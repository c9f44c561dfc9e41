import { GuardAssembly } from '../../../core/guard/index.js';
import type { SectionRunner, TestContext } from '../../../core/workbench/index.js';
import type { TextTest } from './sections.js';

export function textRunner({ set, read }: TestContext): SectionRunner<TextTest> {
  const guard = set.get(GuardAssembly);
  return {
    async run({ text, channel = 'message', blocked: wanted, rules }) {
      read('injection', text, channel);
      const { blocked, findings } = guard.assess(text, channel);
      const found = [...new Set(findings.map(({ rule }) => rule))].sort();
      return [
        ...(wanted === undefined || wanted === blocked ? [] : [`blocked: expected ${wanted}, was ${blocked}`]),
        ...(rules === undefined || rules.join() === found.join()
          ? []
          : [`rules: expected ${rules.join(', ') || 'none'}, was ${found.join(', ') || 'none'}`])
      ];
    }
  };
}
