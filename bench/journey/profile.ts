interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** What V8 writes for `--cpu-prof`; times in microseconds. */
export interface CpuProfile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A part of a message's journey, by the files whose functions it runs. The innermost frame that fits decides. */
const PARTS: readonly (readonly [part: string, files: RegExp])[] = [
  ['guard', /\/core\/(?:guard|text)\//],
  ['understanding', /\/plugins\/support\/understand\//],
  ['rules', /\/core\/rules\/|\/json-rules-engine\/|\/support\/decide\//],
  ['templates', /\/core\/templates\/|\/liquidjs\/|\/composer-template\//],
  ['verifier', /\/plugins\/support\/verify\//],
  ['tool gate', /\/core\/tools\/|\/support\/tools\//],
  ['storage', /\/storage-knex\/|\/knex\/|\/sqlite3\/|\/tarn\/|\/pg(?:-[a-z]+)?\//],
  ['log and metrics', /\/core\/observe\/|\/winston\/|\/winston-transport\/|\/logform\/|\/support\/metrics/],
  [
    'HTTP',
    /\/http-express\/|\/express\/|\/router\/|\/body-parser\/|\/ajv\/|\/support\/http\/|node:_http|node:internal\/http/
  ],
  ['run', /\/plugins\/support\/|\/core\//]
];

export interface Shares {
  /** Microseconds by part. */
  readonly parts: ReadonlyMap<string, number>;
  /** Microseconds spent in a function itself, by `name file:line`, most first. */
  readonly functions: readonly (readonly [name: string, spent: number])[];
}

/** Where the time of the last `lastUs` microseconds of a profile went. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile, lastUs: number): Shares {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const parents = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node] as const)));
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  let left = lastUs;
  for (let i = samples.length - 1; i > 0 && left > 0; i--) {
    const spent = timeDeltas[i]!;
    left -= spent;
    const node = byId.get(samples[i - 1]!)!;
    const { functionName, url, lineNumber } = node.callFrame;
    const place = url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
    count(functions, `${functionName || '(anonymous)'}${place}`, spent);
    count(parts, partOf(node, parents), spent);
  }
  return { parts, functions: [...functions].sort(([, a], [, b]) => b - a) };
}

function partOf(leaf: Node, parents: ReadonlyMap<number, Node>): string {
  if (/^\((?:idle|program|garbage collector)\)$/.test(leaf.callFrame.functionName)) return leaf.callFrame.functionName;
  for (let node: Node | undefined = leaf; node !== undefined; node = parents.get(node.id)) {
    const { url } = node.callFrame;
    const found = PARTS.find(([, files]) => files.test(url));
    if (found !== undefined) return found[0];
  }
  return 'the rest of Node.js';
}

const count = (into: Map<string, number>, key: string, spent: number) => into.set(key, (into.get(key) ?? 0) + spent);
