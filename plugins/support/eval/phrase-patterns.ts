import type { DocumentSet } from '../../../core/index.js';
import type { PatternReader } from '../../../core/workbench/index.js';
import { Intents } from '../kinds/intent.js';
import { UnderstanderAssembly } from '../policy/readers.js';

/** The phrases of intents, and the examples and near misses beside them. */
export function phrasePatterns(set: DocumentSet): PatternReader {
  const understander = set.get(UnderstanderAssembly);
  const intents = set.of(Intents).map(({ source, value: { understand } }) => ({ source, understand }));
  return {
    patterns: intents.flatMap(({ source, understand: { phrases = [] } }) =>
      phrases.map(({ say }, i) => {
        const { line } = source.place(`/understand/phrases/${i}`);
        return { file: source.file, line, pattern: say };
      })
    ),
    examples: intents.flatMap(({ source, understand: { examples, near_misses = [] } }) => [
      ...examples.map((text, i) => ({
        file: source.file,
        ...source.place(`/understand/examples/${i}`),
        read: [text] as const
      })),
      ...near_misses.map(({ text }, i) => ({
        file: source.file,
        ...source.place(`/understand/near_misses/${i}`),
        read: [text] as const
      }))
    ]),
    find: text => understander.understand(text).hits.map(({ file, line, phrase }) => ({ file, line, pattern: phrase }))
  };
}
