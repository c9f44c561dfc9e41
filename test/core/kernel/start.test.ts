import { expect } from 'chai';
import fc from 'fast-check';
import { StartupError } from '../../../core/errors.js';
import { definePlugin, type Plugin } from '../../../core/kernel/plugin.js';
import { add, all, one } from '../../../core/point.js';
import { staticItems } from '../../../core/kernel/start.js';
import { silentLog } from '../../../core/observe/log.js';
import { plant, PlantKind, PlantNames } from '../documents/root-folder.js';
import { noting, point, problemsOf, serviceOf, startPlugins, startService } from './starting.js';

const Soil = point('soil');
const Water = point('water');
const Plant = point('plant');

describe('starting the plugins of a service', () => {
  it('starts providers before users and stops in reverse, whatever the listing', async () => {
    const arrangement = fc.shuffledSubarray(['soil', 'water', 'rose', 'vase'], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(arrangement, async listing => {
        const events: string[] = [];
        const plugins: Record<string, Plugin> = {
          soil: noting('soil', {}, [Soil], events),
          water: noting('water', { soils: all(Soil) }, [Water], events),
          rose: noting('rose', { soil: one(Soil), water: one(Water) }, [Plant], events),
          vase: noting('vase', { plants: all(Plant) }, [], events)
        };
        const running = await startPlugins(...listing.map(name => plugins[name]!));
        expect(running.order).to.deep.equal(['soil', 'water', 'rose', 'vase']);
        await running.stop();
        await running.stop();
        expect(events).to.deep.equal([
          ...running.order.map(name => `start ${name}`),
          ...running.order.toReversed().map(name => `stop ${name}`)
        ]);
      }),
      { numRuns: 24 }
    );
  });

  it('keeps the listed order where nothing else decides', async () => {
    for (const names of [
      ['a', 'b', 'c'],
      ['c', 'a', 'b']
    ])
      expect((await startPlugins(...names.map(name => noting(name, {}, [])))).order).to.deep.equal(names);
  });

  it('hands over one item or all of them, options with defaults, settings and documents', async () => {
    const seen: unknown[] = [];
    const user = definePlugin<{ pots: number }>()({
      name: 'user',
      version: '1',
      contract: 1,
      options: { type: 'object', additionalProperties: false, properties: { pots: { type: 'integer', default: 4 } } },
      settings: { '': { season: { type: 'string', default: 'spring', meaning: 'time of the year' } } },
      kinds: [PlantKind],
      assemblies: [PlantNames],
      needs: { soil: one(Soil), waters: all(Water) },
      provides: [Plant],
      start({ soil, waters }, { options, settings, documents, provide }) {
        seen.push(
          soil.name,
          waters.map(w => w.name),
          options.pots,
          settings.get('', 'season'),
          documents.current.get(PlantNames)
        );
        provide(Plant, { name: 'made' });
      }
    });
    const service = serviceOf(
      user,
      noting('rain', {}, [Water]),
      noting('well', {}, [Water]),
      noting('peat', {}, [Soil])
    );
    const running = await startService(service, { files: { 'seeds/plants/rose.yaml': plant('rose') } });
    expect(seen).to.deep.equal(['peat', ['rain', 'well'], 4, 'spring', ['rose']]);
    expect(running.items(Plant).map(p => p.name)).to.deep.equal(['made']);
    expect(running.items(point('nothing'))).to.deep.equal([]);
  });

  it('starts only what a command asks for', async () => {
    const running = await startService(serviceOf(noting('soil', {}, [Soil]), noting('water', {}, [Water])), {
      only: [Water]
    });
    expect(running.order).to.deep.equal(['water']);
  });

  it('runs every stop even if another throws, and logs which', async () => {
    const events: string[] = [];
    const logged: unknown[] = [];
    const log = { ...silentLog, error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const grumpy = (name: string, reason: unknown): Plugin => ({
      ...noting(name, {}, []),
      start: () => () => Promise.reject(reason as Error)
    });
    const service = serviceOf(
      noting('a', {}, [], events),
      grumpy('b', new Error('stuck')),
      grumpy('c', 'no reason'),
      noting('d', {}, [], events)
    );
    await (await startService(service, { log })).stop();
    expect(events.slice(2)).to.deep.equal(['stop d', 'stop a']);
    expect(logged).to.deep.equal([
      ['plugin.stop_failed', { plugin: 'c', reason: 'no reason' }],
      ['plugin.stop_failed', { plugin: 'b', reason: 'stuck' }]
    ]);
  });

  it('names a plugin that throws, and stops those that ran, the newest first', async () => {
    for (const [thrown, shown] of [
      [new Error('port taken'), 'port taken'],
      ['just text', 'just text'],
      [undefined, 'undefined']
    ] as const) {
      const events: string[] = [];
      const failing: Plugin = {
        ...noting('failing', { soils: all(Soil) }, []),
        start: () => Promise.reject(thrown as Error)
      };
      const run = startPlugins(failing, noting('a', {}, [Soil], events), noting('b', {}, [Soil], events));
      expect(await problemsOf(run)).to.deep.equal([`plugin_start_failed failing did not start: ${shown}`]);
      expect(events).to.deep.equal(['start a', 'start b', 'stop b', 'stop a']);
    }
  });

  it('passes on the problems that a plugin reports itself', async () => {
    const run = startPlugins({
      ...noting('picky', {}, []),
      start: () => Promise.reject(new StartupError([{ code: 'too_dry', message: 'water first' }]))
    });
    expect(await problemsOf(run)).to.deep.equal(['too_dry water first']);
  });

  it('refuses an item for a point that was not listed', async () => {
    const sneaky: Plugin = {
      ...noting('sneaky', {}, [Soil]),
      start: (_needs, { provide }) => provide(Water as never, { name: 'x' } as never)
    };
    expect(await problemsOf(startPlugins(sneaky))).to.deep.equal([
      'plugin_start_failed sneaky did not start: it provides an item for water without listing that point'
    ]);
  });

  it('refuses two items of one name, provided or added', async () => {
    const again: Plugin = {
      ...noting('again', {}, [Soil]),
      start: (_needs, { provide }) => provide(Soil, { name: 'peat' })
    };
    expect(await problemsOf(startPlugins(noting('peat', {}, [Soil]), again))).to.deep.equal([
      "duplicate_item soil 'peat' comes from both peat and again; list one of them"
    ]);
    const adding = (name: string): Plugin => ({ ...noting(name, {}, []), adds: [add(Soil, { name: 'peat' })] });
    const shared = adding('a');
    expect(staticItems([serviceOf(shared), serviceOf(shared)], Soil), 'one plugin in two services').to.have.length(1);
    expect(() => staticItems([serviceOf(shared), serviceOf(adding('b'))], Soil)).to.throw(
      StartupError,
      "soil 'peat' comes from both a and b"
    );
  });

  it('tells a point that is empty or crowded, by the listing and by what was really provided', async () => {
    const user = noting('user', { soil: one(Soil) }, []);
    expect(await problemsOf(startPlugins(user))).to.deep.equal([
      'point_empty user needs one soil, and no plugin listed for this service provides it'
    ]);
    expect(await problemsOf(startPlugins(user, noting('peat', {}, [Soil]), noting('sand', {}, [Soil])))).to.deep.equal([
      'point_crowded user needs one soil, and peat and sand all provide it; list one of them'
    ]);
    const giving = (...names: string[]): Plugin => ({
      ...noting('giver', {}, [Soil]),
      start: (_needs, { provide }) => names.forEach(name => provide(Soil, { name }))
    });
    for (const names of [[], ['peat', 'sand']])
      expect(await problemsOf(startPlugins(user, giving(...names)))).to.deep.equal([
        `plugin_start_failed user did not start: it needs one soil, and the plugin that lists it provided ${names.length}`
      ]);
  });

  it('reports a cycle by its path, and starts nothing', async () => {
    const events: string[] = [];
    const run = startPlugins(
      noting('free', {}, [], events),
      noting('soil', { plants: all(Plant) }, [Soil], events),
      noting('water', { soil: one(Soil) }, [Water], events),
      noting('rose', { water: one(Water) }, [Plant], events)
    );
    expect(await problemsOf(run)).to.deep.equal([
      'plugin_cycle soil -> rose -> water -> soil: each needs what the next provides; none can start first'
    ]);
    expect(await problemsOf(startPlugins(noting('self', { soil: one(Soil) }, [Soil])))).to.deep.equal([
      'plugin_cycle self -> self: each needs what the next provides; none can start first'
    ]);
    expect(events).to.deep.equal([]);
  });

  it('starts again with options whose schema is made anew under the same $id', async () => {
    const start = async () => {
      const plugin: Plugin = {
        ...noting('named', {}, []),
        options: { $id: 'https://bylaw.example/named', type: 'object', properties: { rows: { type: 'integer' } } }
      };
      const started = await startService(serviceOf([plugin, { rows: 2 }]), {});
      await started.stop();
    };
    await start();
    await start();
  });

  it('tells everything that is wrong at once, before anything starts', async () => {
    const events: string[] = [];
    const strict: Plugin = {
      ...noting('strict', { soil: one(Soil) }, [], events),
      options: {
        type: 'object',
        additionalProperties: false,
        required: ['row'],
        properties: { row: { type: 'object', properties: { length: { type: 'integer', minimum: 1 } } } }
      },
      settings: { '': { season: { type: 'string', enum: ['spring', 'autumn'], default: 'spring', meaning: 'time' } } },
      kinds: [PlantKind],
      check: settings => [{ code: 'wrong_season', message: `${String(settings.get('', 'season'))} is too early` }]
    };
    const service = serviceOf([strict, { row: { length: 0 }, x: 1 }], [noting('plain', {}, [], events), { y: 2 }]);
    const env = { GARDEN_SEASON: 'winter', GARDEN_SEASONS: 'spring', OTHER_SEASON: 'x' };
    expect(
      await problemsOf(startService(service, { env, files: { 'seeds/plants/a.yaml': plant('7') } }))
    ).to.deep.equal([
      'setting_invalid GARDEN_SEASON must be one of spring, autumn',
      'setting_unknown GARDEN_SEASONS is not a setting; did you mean GARDEN_SEASON?',
      'wrong_season spring is too early',
      "plugin_options strict: options has no key 'x'",
      'plugin_options strict: row.length must be at least 1',
      "plugin_options plain: options has no key 'y'",
      'point_empty strict needs one soil, and no plugin listed for this service provides it',
      'seeds/plants/a.yaml:3:1: schema name must be text'
    ]);
    expect(events).to.deep.equal([]);
  });
});

describe('the types of a plugin', () => {
  it('come from its needs, provides and options', () => {
    const plugin = definePlugin<{ depth: number }>()({
      name: 'typed',
      version: '1',
      contract: 1,
      needs: { soil: one(Soil), waters: all(Water) },
      provides: [Plant],
      start({ soil, waters, ...rest }, { provide, options }) {
        const names: readonly string[] = [soil.name, ...waters.map(w => w.name)];
        const depth: number = options.depth;
        // @ts-expect-error a soil has no depth
        void soil.depth;
        // @ts-expect-error all of a point is a list
        void waters.name;
        // @ts-expect-error not among the needs
        void rest.plants;
        // @ts-expect-error not among the options
        void options.width;
        // @ts-expect-error an item of this point has a name
        void (() => provide(Plant, { title: 'x' }));
        return void [names, depth];
      }
    });
    // @ts-expect-error the contract has a version
    definePlugin()({ name: 'x', version: '1', needs: {}, provides: [], start() {} });
    // @ts-expect-error needs are made with one() or all()
    definePlugin()({ name: 'x', version: '1', contract: 1, needs: { soil: Soil }, provides: [], start() {} });
    expect(plugin.provides).to.deep.equal([Plant]);
  });

  it('allow to provide at listed points only', () => {
    interface Tool {
      readonly name: string;
      run(): void;
    }
    const Tools = { ...point('tool'), nameOf: (tool: Tool) => tool.name };
    definePlugin()({
      name: 'x',
      version: '1',
      contract: 1,
      needs: {},
      provides: [Plant],
      start(_needs, { provide }) {
        // @ts-expect-error tools are not listed
        void (() => provide(Tools, { name: 'spade', run() {} }));
      }
    });
    expect(Tools.nameOf({ name: 'spade', run() {} })).to.equal('spade');
  });
});
