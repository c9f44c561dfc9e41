import { main } from '../../../../core/cli/main.js';
import { folderOf } from '../../../core/documents/root-folder.js';
import { trustBuild } from '../../../harness/service.js';

/** A plugin as another project would publish it: plain JavaScript in a package of its own. */
const PLUGIN = `
const schema = {
  type: 'object', additionalProperties: false, required: ['kind', 'version', 'name'],
  properties: { kind: { const: 'plant' }, version: { const: 1 }, name: { type: 'string' } }
};
const Plants = { id: 'plant', version: 1, folder: 'seeds', nameOf: c => c.name, schema, compile: c => c };
const at = id => ({ id, nameOf: item => item.name });
const names = set => set.of(Plants).map(p => p.value.name);
const evaluator = {
  name: 'plants', summary: 'plants known by name', input: 'jsonl', service: 'garden',
  item: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  load: async () => async (set, rows) => {
    const known = rows.map(row => names(set).includes(row.name));
    const share = known.filter(Boolean).length / rows.length;
    return {
      predictions: rows.map((row, i) => ({ id: row.id, known: known[i] })),
      figures: { known: share, missed: 1 - share },
      report: 'known: ' + share,
      errors: rows.filter((_, i) => !known[i]).map(row => 'missed ' + row.name)
    };
  }
};
const explainer = {
  name: 'plant', usage: 'NAME', summary: 'whether a plant is known', service: 'garden',
  load: async () => async (set, [name]) => ({ text: name + (names(set).includes(name) ? ' is' : ' is not') + ' known', json: { name } })
};
const command = (name, run) => ({ name, summary: 'Does ' + name, usage: '[--loud] [--times N]', example: 'bylaw ' + name,
  options: { loud: { type: 'boolean', meaning: 'shouts' }, times: { type: 'string', value: 'N', meaning: 'how often' } }, load: async () => run });
export default {
  name: 'garden', version: '1', contract: 1, needs: {}, provides: [], start() {}, kinds: [Plants],
  adds: [
    { point: at('evaluator'), value: evaluator },
    { point: at('explainer'), value: explainer },
    { point: at('command'), value: command('garden water', async c => (c.out(JSON.stringify([c.args, c.options, c.root])), 0)) },
    { point: at('command'), value: command('garden break', async () => { throw new TypeError('snapped'); }) }
  ]
};
`;

export const plant = (name: string) => `kind: plant\nversion: 1\nname: ${name}\n`;

/** A root with one service of its own, whose plugin comes from node_modules. */
export const gardenRoot = (files: Readonly<Record<string, string>>) =>
  folderOf({
    'plugins/plugins.yaml':
      'kind: plugins\nversion: 1\nservices:\n  garden: { prefix: GARDEN, plugins: [{ use: bylaw-garden }] }\n',
    'node_modules/bylaw-garden/package.json': '{"name": "bylaw-garden", "type": "module", "exports": "./index.js"}',
    'node_modules/bylaw-garden/index.js': PLUGIN,
    ...files
  });

/** What a command line printed, and the status it ended with. */
export async function bylaw(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  await trustBuild();
  const out: string[] = [];
  const err: string[] = [];
  const status = await main(argv, { env, out: line => void out.push(line), err: line => void err.push(line) });
  return { status, out: out.join('\n'), err: err.join('\n') };
}
