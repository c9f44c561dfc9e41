import type { DocumentSet } from '../../../core/index.js';
import { table } from '../../../core/workbench/index.js';
import { UnderstanderAssembly } from '../policy/readers.js';

/** What followed from a message, the n-grams and examples that spoke, and the phrases that override them. */
export async function explainIntent(set: DocumentSet, [message = '']: readonly string[]) {
  const understander = set.get(UnderstanderAssembly);
  const said = understander.understand(message);
  const { likeliest, nearest } = understander.explain(message);
  const hits = [...said.hits].sort((a, b) => b.weight - a.weight);
  const text = [
    `${said.intent} (confidence ${said.confidence.toFixed(2)})`,
    said.why,
    ...(said.candidates.length > 0 ? [`candidates: ${said.candidates.join(', ')}`] : []),
    ...(said.sensitive === null ? [] : [`sensitive topic: ${said.sensitive}`]),
    '',
    ...table(
      ['likeliest', 'of 1', 'what spoke for it (+) and against it (-)'],
      likeliest.map(({ intent, share, voices }) => [
        intent,
        share.toFixed(2),
        voices.map(({ gram, weight }) => `${weight < 0 ? '-' : '+'}"${gram}"`).join(' ')
      ])
    ),
    '',
    ...table(
      ['nearest examples', 'of', 'likeness'],
      nearest.map(({ text: example, intent, likeness }) => [JSON.stringify(example), intent, likeness.toFixed(2)])
    ),
    ...(hits.length === 0 ? [] : ['']),
    ...table(
      hits.length === 0 ? [] : ['phrase', 'for', 'weight', 'said', 'where'],
      hits.map(h => [
        h.phrase,
        h.negated ? `not ${h.intent}` : h.intent,
        h.weight.toFixed(2),
        JSON.stringify(message.slice(h.start, h.end)),
        `${h.file}:${h.line}`
      ])
    ),
    '',
    `slots: ${JSON.stringify(said.slots)}`
  ];
  return { text: text.join('\n'), json: { ...said, likeliest, nearest } };
}
