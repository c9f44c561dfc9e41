import { table, type DocumentSet } from '../../../core/index.js';
import { UnderstanderAssembly } from '../run/policy.js';

/** The phrases that were found in a message, strongest first, and what followed from them. */
export async function explainIntent(set: DocumentSet, [message = '']: readonly string[]) {
  const said = set.get(UnderstanderAssembly).understand(message);
  const hits = [...said.hits].sort((a, b) => b.weight - a.weight);
  const text = [
    `${said.intent} (confidence ${said.confidence.toFixed(2)})`,
    said.why,
    ...(said.candidates.length > 0 ? [`candidates: ${said.candidates.join(', ')}`] : []),
    ...(said.sensitive === null ? [] : [`sensitive topic: ${said.sensitive}`]),
    '',
    ...table(
      ['phrase', 'for', 'weight', 'said', 'where'],
      hits.map(h => [
        `${h.negated ? 'NOT ' : ''}${h.phrase}`,
        h.intent,
        h.weight.toFixed(2),
        JSON.stringify(message.slice(h.start, h.end)),
        `${h.file}:${h.line}`
      ])
    ),
    '',
    `slots: ${JSON.stringify(said.slots)}`
  ];
  return { text: text.join('\n'), json: said };
}
