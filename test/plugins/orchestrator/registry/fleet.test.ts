import { expect } from 'chai';
import { silentLog } from '../../../../core/index.js';
import { Fleet } from '../../../../plugins/orchestrator/registry/fleet.js';
import { memoryRegistry } from '../../../../plugins/orchestrator/registry/memory-registry.js';
import type { Registry, RegistryChange } from '../../../../plugins/orchestrator/registry/registry.js';

const NOW = new Date('2026-08-01T12:00:00Z');
const registration = (name: string, port = 9) => ({
  name,
  url: `http://127.0.0.1:${port}/mcp`,
  capabilities: [],
  metadata: {},
  weight: 1
});

/** One registry as two instances see it: each is told what the other did. */
function shared(): readonly [Registry, Registry] {
  const kept = memoryRegistry(() => NOW);
  const listeners: ((change: RegistryChange) => void)[] = [];
  const seenBy = (own: 0 | 1): Registry => ({
    ...kept,
    async put(given) {
      const outcome = await kept.put(given);
      listeners[1 - own]?.({ name: given.name, registered: outcome.registered });
      return outcome;
    },
    async remove(name) {
      const known = await kept.remove(name);
      listeners[1 - own]?.({ name, registered: undefined });
      return known;
    },
    watch(onChange) {
      listeners[own] = onChange;
      return () => void (listeners[own] = () => {});
    }
  });
  return [seenBy(0), seenBy(1)];
}

describe('the servers as an instance lives with them', () => {
  const fleets: Fleet[] = [];
  const events: string[] = [];
  const open = async (registry: Registry) => {
    const fleet = new Fleet({
      registry,
      connectTimeoutMs: 100,
      log: silentLog,
      policy: () => ({ allowedHosts: () => true, credentials: [] }),
      tokenIn: () => undefined,
      onJoined: ({ name }) => void events.push(`+${name}`),
      onLeft: ({ name }) => void events.push(`-${name}`)
    });
    await fleet.open();
    fleets.push(fleet);
    return fleet;
  };
  afterEach(async () => {
    for (const fleet of fleets.splice(0)) await fleet.close();
    events.length = 0;
  });
  const names = (fleet: Fleet) => [...fleet.values()].map(({ name }) => name);

  it('are those of the registry, also where another instance changed it', async () => {
    const [one, two] = shared();
    const first = await open(one);
    await first.register(registration('a'));
    const second = await open(two);
    expect(names(second)).to.deep.equal(['a']);
    await second.register(registration('b'));
    expect(names(first)).to.deep.equal(['a', 'b']);
    expect(first.get('b')!.registered.registered_at).to.equal(NOW.toISOString());
    await first.deregister('a');
    expect(names(second)).to.deep.equal(['b']);
    expect(await second.deregister('a')).to.equal(false);
  });

  it('are others when their address changes, and the same when anything else does', async () => {
    const fleet = await open(shared()[0]);
    const { server } = await fleet.register(registration('a'));
    const epoch = fleet.epoch;
    const again = await fleet.register({ ...registration('a'), capabilities: ['files'], weight: 5 });
    expect(again).to.include({ server, created: false });
    expect(server.offers('files')).to.equal(true);
    expect(fleet.epoch).to.be.above(epoch);
    expect((await fleet.register(registration('a', 10))).server).not.to.equal(server);
    expect(events).to.deep.equal(['+a', '-a', '+a']);
  });
});
