import { expect } from 'chai';
import { silentLog } from '../../../../core/index.js';
import { Fleet } from '../../../../plugins/orchestrator/registry/fleet.js';
import {
  memoryRegistry,
  type Registry,
  type RegistryChange
} from '../../../../plugins/orchestrator/registry/registry.js';

const TEAM = { name: 'team', admin: false };
const registration = (name: string, port = 9) => ({
  name,
  url: `http://127.0.0.1:${port}/mcp`,
  capabilities: [],
  metadata: {},
  weight: 1
});

/** One registry as two instances see it: each is told what the other did. */
function shared(): readonly [Registry, Registry] {
  const kept = memoryRegistry();
  const listeners: ((change: RegistryChange) => void)[] = [];
  const seenBy = (own: 0 | 1): Registry => ({
    ...kept,
    async change(name, change) {
      const outcome = await kept.change(name, change);
      listeners[1 - own]?.({ name, registered: outcome.after });
      return outcome;
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
      policy: () => ({ allowedHosts: () => true, credentials: [], tools: { changed: 'flag', suspicious: 'flag' } }),
      listed: () => [],
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
    await first.register(registration('a'), TEAM);
    const second = await open(two);
    expect(names(second)).to.deep.equal(['a']);
    await second.register(registration('b'), TEAM);
    expect(names(first)).to.deep.equal(['a', 'b']);
    expect(first.get('b')!.registered).to.deep.equal(second.get('b')!.registered);
    await first.deregister('a', TEAM);
    expect(names(second)).to.deep.equal(['b']);
    expect(await second.deregister('a', TEAM)).to.equal(false);
  });

  it('are others when their address changes, and the same when anything else does', async () => {
    const fleet = await open(shared()[0]);
    const { server } = await fleet.register(registration('a'), TEAM);
    const epoch = fleet.epoch;
    const again = await fleet.register({ ...registration('a'), capabilities: ['files'], weight: 5 }, TEAM);
    expect(again).to.include({ server, created: false });
    expect(server.offers('files')).to.equal(true);
    expect(fleet.epoch).to.be.above(epoch);
    expect((await fleet.register(registration('a', 10), TEAM)).server).not.to.equal(server);
    expect(events).to.deep.equal(['+a', '-a', '+a']);
  });
});
