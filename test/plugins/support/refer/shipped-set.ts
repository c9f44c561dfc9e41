import type { Assembly, DocumentSet } from '../../../../core/index.js';
import { loadDocuments } from '../../../../core/documents/load.js';
import { HeardAssembly } from '../../../../plugins/support/policy/heard.js';
import { SentenceRankerAssembly } from '../../../../plugins/support/knowledge/sentence-ranker.js';
import { ResolverAssembly } from '../../../../plugins/support/refer/resolve.js';
import { SHIPPED_ROOT } from '../../../harness/root.js';

const assemblies: readonly Assembly<unknown>[] = [ResolverAssembly, HeardAssembly];

/** The shipped files of references and dialogue acts, and what is made of them. */
export const shippedSet = (root = SHIPPED_ROOT, learning?: 'refuse'): Promise<DocumentSet> =>
  setOf(assemblies, root, learning);

/** The shipped files of articles, and which sentence answers what. */
export const shippedRanker = (root: string, learning: 'refuse'): Promise<DocumentSet> =>
  setOf([SentenceRankerAssembly], root, learning);

async function setOf(
  assemblies: readonly Assembly<unknown>[],
  root: string,
  learning?: 'refuse'
): Promise<DocumentSet> {
  const kinds = [...new Set(assemblies.flatMap(assembly => assembly.kinds))];
  const options = { root, kinds, assemblies, items: () => [], thorough: true };
  const { set, problems } = await loadDocuments(learning === undefined ? options : { ...options, learning });
  if (set === undefined) throw new Error(JSON.stringify(problems));
  return set;
}
