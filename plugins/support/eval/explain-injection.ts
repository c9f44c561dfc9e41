import { CHANNELS, GuardAssembly } from '../../../core/guard/index.js';
import { type DocumentSet, UsageError } from '../../../core/index.js';
import { table } from '../../../core/workbench/index.js';

/** Every pattern and signal that found something, heaviest first. */
export async function explainInjection(set: DocumentSet, [text = '', channel = 'message']: readonly string[]) {
  const known = CHANNELS.find(name => name === channel);
  if (known === undefined) throw new UsageError(`the channel is one of ${CHANNELS.join(', ')}`);
  const guard = set.get(GuardAssembly);
  const { risk, matches } = guard.explain(text, known);
  const { blocked, detected } = guard.assess(text, known);
  const verdict = blocked ? 'refused' : detected ? 'noted, not refused' : 'harmless';
  const lines = [
    `risk ${risk.toFixed(2)}: ${verdict}`,
    '',
    ...table(
      ['rule', 'weight', 'view', 'found', 'pattern'],
      matches.map(m => [
        m.rule,
        m.weight.toFixed(2),
        m.view,
        JSON.stringify(text.slice(m.start, m.end).slice(0, 60)),
        m.pattern.slice(0, 80)
      ])
    )
  ];
  return { text: lines.join('\n'), json: { risk, blocked, detected, matches } };
}
