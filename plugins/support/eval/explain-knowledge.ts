import { type DocumentSet, serviceNamed } from '../../../core/index.js';
import type { Row, Store } from '../../../core/store/index.js';
import type { ToolOutput } from '../../../core/tools/index.js';
import { type Explainer, table } from '../../../core/workbench/index.js';
import type { PlanStep } from '../kinds/plan.js';
import { ArticleKind } from '../kinds/article.js';
import { answerFrom, questionOf } from '../knowledge/article-answers.js';
import { RunPolicyAssembly, type RunPolicy } from '../policy/run-policy.js';
import { knowledgeSearch } from '../tools/knowledge-search.js';
import { openSeeded } from '../seed/seeded-store.js';

const MOST_LISTED = 5;

interface Search {
  readonly tool: string;
  readonly query: string;
  readonly topic?: string;
  readonly fallback?: string;
}

/**
 * The articles that the words of a message find, whatever their topic, and which of them the plan of its intent takes.
 * Searches an empty store of the service's storage plugin, filled for the moment; the shipped one opens SQLite, and PostgreSQL ranks by
 * other scores.
 */
export const explainKnowledge: Awaited<ReturnType<Explainer['load']>> = async (set, [message = ''], context) => {
  const policy = set.get(RunPolicyAssembly);
  const said = policy.understander.understand(message);
  const searches = (policy.intents.get(said.intent)?.plan ?? []).flatMap(step =>
    searchOf(step, policy, questionOf(message, said.slots.words))
  );
  const { store, close } = await openSeeded(serviceNamed(context.services, 'support'), set);
  const outputs: ToolOutput[] = [];
  for (const search of searches) outputs.push(await ask(search, policy, store));
  const words = searches[0]?.query ?? questionOf(message, said.slots.words);
  const found = await store.search('articles', words, { limit: MOST_LISTED });
  await close();
  const taken = outputs.flatMap(({ records }) => records);
  const takenIds = taken.map(({ fields }) => String(fields['id']));
  const files = new Map(set.of(ArticleKind).map(({ value, source }) => [value.id, source.file]));
  const others = found.filter(({ row }) => !takenIds.includes(String(row['id'])));
  const rows = [
    ...taken.map(({ fields }) => fields),
    ...others.map(({ row, score }) => ({ ...row, score }) as Row)
  ].map(({ id, topic, score }, i) => ({
    article: String(id),
    topic: String(topic),
    score: Number(score),
    taken: i < taken.length,
    file: files.get(String(id)) ?? ''
  }));
  const best =
    taken[0] === undefined ? [] : [{ id: takenIds[0]!, topic: '', title: '', sentences: sentencesOf(taken[0].fields) }];
  const answer = answerFrom(best, said.slots.words);
  const unsearched = topicsNobodySearches(policy, set).filter(topic => rows.some(row => row.topic === topic));
  const text = [
    `${said.intent} (confidence ${said.confidence.toFixed(2)})`,
    ...(searches.length === 0 ? [`${said.why} Its plan searches no articles.`] : searches.map(inWords)),
    '',
    ...(rows.length === 0
      ? ['No article has any of these words in its title, keywords or body.']
      : table(
          ['article', 'topic', 'score', 'taken', 'file'],
          rows.map(row => [row.article, row.topic, row.score.toFixed(2), row.taken ? 'yes' : 'no', row.file])
        )),
    ...unsearched.map(topic => `No intent's plan searches for the topic ${topic}, so no message finds its articles.`),
    ...(answer === '' ? [] : ['', `answer: ${answer}`])
  ].join('\n');
  return { text, json: { intent: said.intent, confidence: said.confidence, searches, articles: rows, answer } };
};

/** What a step of a plan searches for, where its tool is one that searches articles. */
function searchOf({ tool, with: given }: PlanStep, { tools }: RunPolicy, question: string): readonly Search[] {
  if (tools.get(tool)?.handler !== knowledgeSearch) return [];
  const values = Object.entries(given).map(([name, value]) => [name, value === '$question' ? question : value]);
  return [{ tool, ...Object.fromEntries(values) }];
}

async function ask({ tool, ...args }: Search, { tools, set: documents }: RunPolicy, store: Store): Promise<ToolOutput> {
  const { with: configuration } = tools.get(tool)!.definition.handler;
  const search = knowledgeSearch.bind(configuration, { store } as never);
  return await search(args, { documents } as never);
}

function topicsNobodySearches(policy: RunPolicy, set: DocumentSet): readonly string[] {
  const searches = [...policy.intents.values()].flatMap(({ plan }) => plan.flatMap(step => searchOf(step, policy, '')));
  if (searches.some(({ topic }) => topic === undefined)) return [];
  const searched = new Set(searches.map(({ topic }) => topic));
  return [...new Set(set.of(ArticleKind).map(({ value }) => value.topic))].filter(topic => !searched.has(topic));
}

const inWords = ({ tool, query, topic, fallback }: Search) =>
  `Its plan asks ${tool} for "${query}"${topic === undefined ? '' : ` in the topic ${topic}`}` +
  `${fallback === undefined ? '' : `, or else for "${fallback}"`}.`;

const sentencesOf = (fields: Readonly<Record<string, unknown>>) =>
  String(fields['text'])
    .split('\n')
    .filter(sentence => sentence !== '');
