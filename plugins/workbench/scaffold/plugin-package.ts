import { VERSION } from '../../../core/index.js';
import { lineEnd, treeOf, type Mapping, type Node, type Sequence } from '../format/tree.js';

/** The files of a new plugin package, by path: a tool handler with types, and a test that runs it. */
export function pluginPackage(name: string): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(
      {
        name,
        version: '1.0.0',
        type: 'module',
        exports: { types: './dist/index.d.ts', import: './dist/index.js' },
        files: ['dist'],
        scripts: { build: 'tsc -p .', test: 'tsc -p . && node --test dist/index.test.js' },
        peerDependencies: { bylaw: `^${VERSION}` },
        devDependencies: { '@types/node': '^20.19.0', typescript: '>=5.9' }
      },
      undefined,
      2
    )}\n`,
    'tsconfig.json': `${JSON.stringify(
      {
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          rootDir: '.',
          outDir: 'dist',
          types: ['node'],
          strict: true,
          declaration: true,
          skipLibCheck: false
        },
        include: ['*.ts']
      },
      undefined,
      2
    )}\n`,
    'index.ts': source(name),
    'index.test.ts': test(name)
  };
}

const source = (name: string) => `import { add, definePlugin } from 'bylaw';
import { ToolHandler } from 'bylaw/tools';

interface Configuration {
  readonly greeting: string;
}

/** What a definition in tools.d/ fixes stands under \`handler.with\`; a caller only fills declared arguments. */
export const greet: ToolHandler = {
  name: '${name}.greet',
  configuration: {
    type: 'object',
    additionalProperties: false,
    required: ['greeting'],
    properties: { greeting: { type: 'string' } }
  },
  records: () => ({ greeting: ['text'] }),
  bind:
    ({ greeting }: Configuration) =>
    async ({ who }: { who: string }) => ({
      records: [{ name: 'greeting', fields: { text: \`\${greeting}, \${who}!\` }, untrusted: ['text'] }]
    })
};

export default definePlugin()({
  name: '${name}',
  version: '1.0.0',
  contract: 1,
  adds: [add(ToolHandler, greet)],
  needs: {},
  provides: [],
  start() {}
});
`;

const test = (name: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import plugin, { greet } from './index.js';

test('${name} was written for the contract of this kernel', () => {
  assert.equal(plugin.contract, 1);
});

test('it greets by the definition, not by the caller', async () => {
  const body = greet.bind({ greeting: 'Hello' }, {} as never);
  const { records } = await body({ who: 'Ada' }, {} as never);
  assert.deepEqual(records[0]?.fields, { text: 'Hello, Ada!' });
});
`;

/**
 * `plugins.yaml` with one more plugin at the end of a service's list, everything else as it was. Undefined where the
 * list is not written one entry a line.
 */
export function withPlugin(text: string, service: string, use: string): string | undefined {
  const list = at(treeOf(text), ['services', service, 'plugins']);
  if (list?.kind !== 'sequence' || list.flow) return undefined;
  const { items } = list as Sequence;
  const last = items.at(-1)!;
  const dash = text.lastIndexOf('-', last.start);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  const end = lineEnd(text, last.end);
  const before = text.slice(0, end);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${indent}- use: ${use}\n${text.slice(end)}`;
}

const at = (node: Node | undefined, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>(
    (found, key) => (found as Mapping | undefined)?.entries?.find(entry => entry.key.value === key)?.value,
    node
  );
