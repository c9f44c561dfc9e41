import { GuardAssembly } from '../../../core/guard/index.js';
import type { SectionRunner, TestContext } from '../../../core/workbench/index.js';
import { VerifierAssembly } from '../policy/readers.js';
import { evidenceOf } from '../verify/evidence-text.js';
import type { ClaimTest, TextTest } from './sections.js';

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

export function claimRunner({ set }: TestContext): SectionRunner<ClaimTest> {
  const verifier = set.get(VerifierAssembly);
  return {
    async run({ reply, evidence, withheld }) {
      const { supported, claims } = verifier.verify(reply, evidence.map(evidenceOf), new Date());
      if (supported !== withheld) return [];
      const why = claims.map(({ claim, reason, values }) => `"${claim}" (${reason}: ${values.join(', ')})`);
      return [`withheld: expected ${withheld}, was ${!supported}${why.length === 0 ? '' : `: ${why.join('; ')}`}`];
    }
  };
}
