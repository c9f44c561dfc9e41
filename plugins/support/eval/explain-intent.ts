import type { DocumentSet } from '../../../core/index.js';
import { table } from '../../../core/workbench/index.js';
import { UnderstanderAssembly } from '../policy/run-policy.js';

/** The phrases found in a message and what each counted, strongest first; what its words say; and what followed. */
export async function explainIntent(set: DocumentSet, [message = '']: readonly string[]) {
  const understander = set.get(UnderstanderAssembly);
  const said = understander.understand(message);
  const likeliest = understander.likeliest(message);
  const hits = [...said.hits].sort((a, b) => b.counts - a.counts || b.weight - a.weight);
  const text = [
    `${said.intent} (confidence ${said.confidence.toFixed(2)})`,
    said.why,
    ...(said.candidates.length > 0 ? [`candidates: ${said.candidates.join(', ')}`] : []),
    ...(said.sensitive === null ? [] : [`sensitive topic: ${said.sensitive}`]),
    '',
    ...table(
      ['phrase', 'for', 'counts', 'said', 'where', ''],
      hits.map(h => [
        h.phrase,
        h.intent,
        h.counts.toFixed(2),
        JSON.stringify(message.slice(h.start, h.end)),
        `${h.file}:${h.line}`,
        h.note
      ])
    ),
    '',
    ...table(
      ['all words together', 'of 1', 'by'],
      likeliest.map(({ intent, share, words }) => [intent, share.toFixed(2), words.join(', ')])
    ),
    '',
    `slots: ${JSON.stringify(said.slots)}`
  ];
  return { text: text.join('\n'), json: { ...said, likeliest } };
}
