import { closed } from '../../../core/documents/index.js';
import type { DocumentSet } from '../../../core/index.js';
import type { Row } from '../../../core/store/index.js';
import { escapeRegex } from '../../../core/text/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { ArticleKind } from '../kinds/article.js';

interface Configuration {
  readonly collection: string;
  readonly results: number;
}

/** Finds published articles by words. A caller chooses the words and, at most, one of the declared topics. */
export const knowledgeSearch: ToolHandler = {
  name: 'knowledge.search',
  configuration: closed({
    collection: { type: 'string', description: 'Collection with full-text search.' },
    results: { type: 'integer', minimum: 1, maximum: 10, description: 'Articles found at most.' }
  }),
  bind:
    ({ collection, results }: Configuration, { store }) =>
    async (
      { query, topic, fallback }: { query: string; topic?: string; fallback?: string },
      { documents }
    ): Promise<ToolOutput> => {
      const filter = topic === undefined ? {} : { filter: { topic } };
      let found = await store.search(collection, query, { ...filter, limit: results });
      // "How does that work?" names no subject; the plan then names the article that answers in general.
      if (found.length === 0 && fallback !== undefined)
        found = await store.search(collection, fallback, { ...filter, limit: 1 });
      return {
        records: found.map(({ row, score }) => ({
          name: `article:${String(row['id'])}`,
          fields: { id: row['id'], title: row['title'], topic: row['topic'], text: bodyOf(row, documents), score },
          untrusted: ['title', 'text']
        }))
      };
    }
};

/**
 * A published article says the value of a setting as it was when it was published. Where its file says the same but for such
 * values, it is told as the file is today; what else a file says waits until it is published.
 */
function bodyOf({ id, body }: Row, documents: DocumentSet): unknown {
  const file = documents.of(ArticleKind).find(({ value }) => value.id === id);
  const now = file?.value.sentences.join('\n');
  const stated = file?.source.stated;
  if (now === undefined || stated === undefined || body === now) return body;
  return saysAs(now, stated).test(String(body)) ? now : body;
}

/** A text with any figures in the places of the stated ones. */
function saysAs(body: string, stated: readonly { readonly value: string }[]): RegExp {
  const values = [...new Set(stated.map(({ value }) => escapeRegex(value)))];
  const parts = body.split(new RegExp(`(?<![\\w.])(?:${values.join('|')})(?![\\w]|\\.\\d)`));
  return new RegExp(`^${parts.map(escapeRegex).join('[\\w.,-]+')}$`);
}
