import { expect } from 'chai';
import { SlidingLatency } from '../../../../plugins/orchestrator/metrics/sliding-latency.js';
import { TestOrchestrator } from '../fixture/index.js';
import { callsOnly, Upstream } from '../fixture/upstream.js';

describe('metrics', () => {
  let orchestrator: TestOrchestrator;
  let good: Upstream;
  let bad: Upstream;
  before(async () => {
    orchestrator = await TestOrchestrator.start();
    good = await Upstream.start();
    bad = await Upstream.start();
    bad.behave = callsOnly((_received, response) => void response.writeHead(503).end());
    await orchestrator.register('bad', bad.url);
    await orchestrator.register('good', good.url);
    for (let i = 0; i < 3; i++) await orchestrator.call();
    await orchestrator.route({ method: 'tools/call', server: 'good', params: { name: 'nothing' } });
    await orchestrator.route({ method: 'made/up', server: 'good' });
    await orchestrator.call({ capability: 'music' });
  });
  after(async () => {
    await orchestrator.stop();
    await Promise.all([good.kill(), bad.kill()]);
  });

  it('count requests and attempts by server, method and outcome, with percentiles', async () => {
    const { body } = await orchestrator.get('/metrics');
    expect(body.requests).to.deep.include({ total: 6, unroutable: 1 });
    expect(body.requests.outcomes).to.include({ ok: 3, rpc_error: 2, unavailable: 0 });
    expect(body).to.include({ retries: 1, failovers: 1, ejections: 0 });
    expect(body.latency_ms).to.have.all.keys('p50', 'p90', 'p95', 'p99');
    expect(body.latency_ms.p50).to.be.within(0, body.latency_ms.p99);
    const [first, second] = body.servers;
    expect(first).to.include({ name: 'bad', status: 'degraded', attempts: 1, retries: 0, pending: 0 });
    expect(first.methods['tools/call']).to.include({ unavailable: 1, ok: 0 });
    expect(second).to.include({ name: 'good', status: 'healthy', attempts: 5, retries: 1, failovers: 1 });
    expect(second.methods).to.have.all.keys('tools/call', 'other');
    expect(second.tools['echo']).to.include({ ok: 3, slow: 0 });
    expect(second.connections.connected).to.be.at.least(1);
  });

  it('come as text for Prometheus, by header or by query', async () => {
    const byHeader = await orchestrator.get('/metrics', {
      accept: 'application/openmetrics-text;q=0.8,text/plain;q=0.5,*/*;q=0.1'
    });
    const byQuery = await orchestrator.get('/metrics?format=prometheus');
    for (const { headers, text, status } of [byHeader, byQuery]) {
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
      expect(text).to.include(
        'bylaw_orchestrator_attempts_total{server="bad",method="tools/call",outcome="unavailable"} 1\n'
      );
      expect(text).to.include('bylaw_orchestrator_server_status{server="good",status="healthy"} 1\n');
      expect(text).to.include('bylaw_orchestrator_requests_total{outcome="no_server"} 1\n');
      const line = /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? [\d.e+-]+)$/;
      for (const each of text.trimEnd().split('\n')) expect(each).to.match(line);
      const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
      expect(new Set(families).size).to.equal(families.length);
    }
    expect((await orchestrator.get('/metrics?format=json', { accept: 'text/plain' })).body).to.be.an('object');
  });

  it('forget latencies that are older than a minute, slice by slice', () => {
    const latency = new SlidingLatency();
    latency.record(100, 5_000);
    for (let i = 0; i < 99; i++) latency.record(10, 25_000);
    expect(latency.percentiles(30_000).p50).to.be.within(9.9, 10.1);
    expect(latency.percentiles(59_999).p99).to.be.within(9.9, 101);
    latency.record(1, 61_000);
    expect(latency.percentiles(61_000).p99).to.be.within(9.9, 10.1);
    expect(latency.percentiles(90_000).p99).to.be.within(0.99, 1.01);
    expect(latency.percentiles(500_000)).to.deep.equal({ p50: null, p90: null, p95: null, p99: null });
    expect(latency.count).to.equal(101);
  });
});
