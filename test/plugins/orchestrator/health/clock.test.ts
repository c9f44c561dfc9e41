import { expect } from 'chai';
import { TestOrchestrator, until } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const HOUR_MS = 3_600_000;
const RealDate = Date;

/** Sets the wall clock of this process: everything that asks `Date` for the time is told another one. */
function jump(ms: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: readonly [] | readonly [number | string | Date]) {
      if (given.length === 0) super(RealDate.now() + ms);
      else super(given[0]);
    }
    static override now = () => RealDate.now() + ms;
  } as DateConstructor;
}

describe('a wall clock that jumps', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    orchestrator = await TestOrchestrator.start({ env: { MCP_HEALTH_INTERVAL: '50' } });
    upstream = await Upstream.start();
    await orchestrator.register('a', upstream.url);
  });
  after(async () => {
    await orchestrator.stop();
    await upstream.kill();
  });
  afterEach(() => {
    globalThis.Date = RealDate;
    upstream.sound();
  });

  for (const hours of [6, -6])
    it(`by ${hours} hours ejects nobody, expires nothing early or late, and empties no window`, async () => {
      let release = () => {};
      upstream.behave = callsOnly(({ id }, response) => void (release = () => reply(response, id, { held: true })));
      const begun = upstream.calls.length;
      const held = orchestrator.call();
      await until(() => upstream.calls.length > begun);
      const before = (await orchestrator.get('/metrics')).body;
      jump(hours * HOUR_MS);
      const { probes } = upstream;
      await until(() => upstream.probes > probes + 2);
      release();
      const answer = (await held).body;
      expect(answer.result).to.include({ held: true });
      expect(answer.duration_ms).to.be.within(0, HOUR_MS);
      // Nobody answers this one.
      expect((await orchestrator.call({ timeout_ms: 40 })).body.code).to.equal('upstream_timeout');
      upstream.sound();
      expect((await orchestrator.call()).status).to.equal(200);
      const after = (await orchestrator.get('/metrics')).body;
      expect(after.uptime_ms - before.uptime_ms).to.be.within(0, HOUR_MS);
      expect(after.latency_ms.p99).to.be.within(0, HOUR_MS);
      expect(after.servers[0]).to.include({ ejections: 0 });
      // A process that stood still for a second may have missed the answer to a probe, which the next ones mend.
      await until(async () => (await orchestrator.get('/servers/a')).body.status === 'healthy');
      const changes = orchestrator.logged('health.changed').map(({ fields }) => fields['to']);
      expect(changes).not.to.include('unhealthy');
      const checked = Date.parse((await orchestrator.get('/servers/a')).body.last_checked_at);
      expect(checked).to.be.closeTo(Date.now(), HOUR_MS);
    });

  it('leaves what was measured before it in the window', async () => {
    const counted = (await orchestrator.get('/servers/a')).body.latency_ms;
    jump(48 * HOUR_MS);
    expect((await orchestrator.get('/servers/a')).body.latency_ms).to.deep.equal(counted);
    expect(counted.p50).to.be.a('number');
  });
});
