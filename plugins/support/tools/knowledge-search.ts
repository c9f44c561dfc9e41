import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';

interface Configuration {
  readonly collection: string;
  readonly results: number;
}

/** Finds published articles by words. A caller chooses the words and, at most, one of the declared topics. */
export const knowledgeSearch: ToolHandler = {
  name: 'knowledge.search',
  configuration: {
    type: 'object',
    additionalProperties: false,
    required: ['collection', 'results'],
    properties: {
      collection: { type: 'string', description: 'Collection with full-text search.' },
      results: { type: 'integer', minimum: 1, maximum: 10, description: 'Articles found at most.' }
    }
  },
  bind:
    ({ collection, results }: Configuration, { store }) =>
    async ({ query, topic, fallback }: { query: string; topic?: string; fallback?: string }): Promise<ToolOutput> => {
      const filter = topic === undefined ? {} : { filter: { topic } };
      let found = await store.search(collection, query, { ...filter, limit: results });
      // "How does that work?" names no subject; the plan then names the article that answers in general.
      if (found.length === 0 && fallback !== undefined)
        found = await store.search(collection, fallback, { ...filter, limit: 1 });
      return {
        records: found.map(({ row, score }) => ({
          name: `article:${String(row['id'])}`,
          fields: { id: row['id'], title: row['title'], topic: row['topic'], text: row['body'], score },
          untrusted: ['title', 'text']
        }))
      };
    }
};
