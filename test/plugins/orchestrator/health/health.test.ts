import { expect } from 'chai';
import { Health } from '../../../../plugins/orchestrator/health/health.js';
import type { HealthPolicy } from '../../../../plugins/orchestrator/policy/routing-policy.js';

const POLICY: HealthPolicy = {
  degradedAfterFailedProbes: 1,
  unhealthyAfterFailedProbes: 3,
  healthyAfterGoodProbes: 2,
  passiveFailureShare: 0.2,
  slowShareOfTimeout: 0.5,
  flapping: undefined
};
const FLAPPING = { windowMs: 600_000, mostGoodProbes: 8 };
const FAST = { p95Ms: 10, slowMs: 5_000 };
const SLOW = { p95Ms: 5_001, slowMs: 5_000 };

describe('the health of a server', () => {
  let health: Health;
  let now: number;
  beforeEach(() => {
    health = new Health();
    now = 0;
    policy = POLICY;
  });
  let policy: HealthPolicy;
  const fail = (times = 1) => {
    for (let i = 0; i < times; i++) health.probeFailed('connect_failed (ECONNREFUSED)', policy, (now += 1_000));
    return health.status;
  };
  const pass = (times = 1, speed = FAST) => {
    for (let i = 0; i < times; i++) health.probeSucceeded(speed, policy, (now += 1_000));
    return health.status;
  };
  const requests = (total: number, failed: number) => {
    for (let i = 0; i < total; i++) health.requested(i >= total - failed, 'timeout', policy, now);
    return health.status;
  };

  it('is degraded after one failed probe, and gone after three in a row', () => {
    expect([fail(), fail(), fail()]).to.deep.equal(['degraded', 'degraded', 'unhealthy']);
    expect(health.consecutiveFailures).to.equal(3);
    expect(health.lastError).to.equal('connect_failed (ECONNREFUSED)');
  });

  it('is not gone where a good probe came between', () => {
    fail(2);
    pass();
    expect(fail(2)).to.equal('degraded');
    expect(fail()).to.equal('unhealthy');
  });

  it('is healthy again after two good probes in a row, from either state', () => {
    fail();
    expect([pass(), pass()]).to.deep.equal(['degraded', 'healthy']);
    fail(3);
    expect([pass(), pass()]).to.deep.equal(['unhealthy', 'healthy']);
    expect(health.lastError).to.equal(null);
  });

  it('is degraded when more than a fifth of the requests of the last minute failed', () => {
    expect(requests(10, 2)).to.equal('healthy');
    expect(requests(1, 1)).to.equal('degraded');
  });

  it('forgets requests that are older than a minute', () => {
    requests(100, 20);
    now += 61_000;
    expect(requests(5, 1)).to.equal('healthy');
    now += 61_000;
    expect(requests(3, 1)).to.equal('degraded');
  });

  it('is degraded while its p95 is above half the time-out', () => {
    expect(pass(1, SLOW)).to.equal('degraded');
    expect(pass(5, SLOW)).to.equal('degraded');
    expect([pass(), pass()]).to.deep.equal(['degraded', 'healthy']);
  });

  it('comes back as degraded where it came back slow', () => {
    fail(3);
    expect([pass(1, SLOW), pass(1, SLOW)]).to.deep.equal(['unhealthy', 'degraded']);
  });

  it('has to prove itself for longer each time it comes and goes, up to a limit, where the policy says so', () => {
    const needed = () => {
      fail(3);
      let probes = 0;
      while (health.status !== 'healthy') pass(((probes += 1), 1));
      return probes;
    };
    expect([needed(), needed(), needed()]).to.deep.equal([2, 2, 2]);
    policy = { ...POLICY, flapping: FLAPPING };
    now += FLAPPING.windowMs;
    expect([needed(), needed(), needed(), needed()]).to.deep.equal([2, 4, 8, 8]);
    now += FLAPPING.windowMs;
    expect(needed()).to.equal(2);
    expect(health.ejections).to.equal(8);
  });
});
