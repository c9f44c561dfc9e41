import type { Assembly } from '../../../core/index.js';
import { type Guard, GuardAssembly, InjectionRules } from '../../../core/guard/index.js';

/** What a text of somebody else's says to a model, and by which rules of `policies/injection`. */
export interface Suspicion {
  readonly level: 'none' | 'low' | 'medium' | 'high';
  readonly rules: readonly string[];
}

export type AssessText = (text: string) => Suspicion;

const UNSUSPICIOUS: Suspicion = { level: 'none', rules: [] };
/** No description that is meant for models is longer. */
const MOST_CHARACTERS = 65_536;

/** The guard's own check looks at the files alone. */
const NO_GUARD = undefined as unknown as Guard;

/** Reads descriptions of tools as the guard reads files. A root without injection rules has nothing to read them by. */
export const DescriptionGuardAssembly: Assembly<AssessText> = {
  id: 'description-guard',
  kinds: [InjectionRules],
  async build(set, report, items) {
    if (set.of(InjectionRules).length === 0) return () => UNSUSPICIOUS;
    const guard = await GuardAssembly.build(set, report, items);
    return text => {
      const { blocked, detected, findings } = guard.assess(text.slice(0, MOST_CHARACTERS), 'file_content');
      if (findings.length === 0) return UNSUSPICIOUS;
      const rules = [...new Set(findings.map(({ rule }) => rule))];
      return { level: blocked ? 'high' : detected ? 'medium' : 'low', rules };
    };
  },
  check: (_assess, set, report, thorough) =>
    set.of(InjectionRules).length === 0 ? undefined : GuardAssembly.check?.(NO_GUARD, set, report, thorough)
};
