import type { SectionRunner, TestContext } from '../../../core/workbench/index.js';
import { UnderstanderAssembly } from '../policy/readers.js';
import type { MessageTest } from './sections.js';

/** Understands each message as the first one of a conversation. */
export function messageRunner({ set, read }: TestContext): SectionRunner<MessageTest> {
  const understander = set.get(UnderstanderAssembly);
  return {
    async run({ text, intent: expected }) {
      read('phrases', text);
      const { intent, why } = understander.understand(text);
      return intent === expected ? [] : [`intent: expected ${expected}, was ${intent}: ${why}`];
    }
  };
}
