import { expect } from 'chai';
import { attributesOf, startCollector, type Collector } from '../../telemetry-otel/collector.js';
import { TestOrchestrator } from '../fixture/index.js';
import { callsOnly, Upstream } from '../fixture/upstream.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = (span: string) => `00-${TRACE}-${span}-01`;
const call = (params: object = {}) => ({ method: 'tools/call', params: { name: 'echo', ...params } });

describe('what the orchestrator exports over OTLP', () => {
  let collector: Collector;
  let good: Upstream;
  let bad: Upstream;
  let port: number;
  let tookSeconds: number;

  before(async () => {
    collector = await startCollector();
    good = await Upstream.start();
    bad = await Upstream.start();
    ({ port } = good);
    bad.behave = callsOnly((_received, response) => void response.writeHead(503).end());
    const orchestrator = await TestOrchestrator.start({
      env: {
        MCP_LOG_LEVEL: 'info',
        MCP_OBSERVABILITY__OTLP_ENDPOINT: collector.url,
        MCP_OBSERVABILITY__TRACING_ENABLED: 'true'
      }
    });
    const begun = performance.now();
    await orchestrator.register('bad', bad.url);
    await orchestrator.register('good', good.url);
    const post = (body: object, headers?: Record<string, string>) => orchestrator.send('POST', '/route', body, headers);
    await post(call(), { traceparent: traceparent(CALLER), tracestate: 'vendor=1' });
    await post(call({ _meta: { traceparent: traceparent('1'.repeat(16)), progressToken: 'p' } }), {
      traceparent: traceparent('2'.repeat(16)),
      tracestate: 'proxy=1'
    });
    await post({ ...call({ name: 'made up by a caller' }), server: 'good' });
    await post({ ...call(), capability: 'music' });
    tookSeconds = (performance.now() - begun) / 1000;
    await orchestrator.stop();
  });
  after(async () => {
    await Promise.all([collector.stop(), good.kill(), bad.kill()]);
  });

  const points = (name: string) => {
    const { sum, histogram } = collector
      .metrics()
      .filter(each => each.name === name)
      .at(-1);
    return ((sum ?? histogram).dataPoints as readonly any[]).map(point => ({ ...point, by: attributesOf(point) }));
  };
  const spans = () => collector.spans().map(span => ({ ...span, by: attributesOf(span) }));
  const requests = () => spans().filter(({ kind }) => kind === 2);
  const attemptsOf = ({ spanId }: any) => spans().filter(({ parentSpanId }) => parentSpanId === spanId);

  it('times attempts by server, method and outcome, in the buckets of seconds', () => {
    const attempts = points('mcp.client.operation.duration');
    const [failed] = attempts.filter(({ by }) => by['bylaw.server'] === 'bad');
    expect(failed).to.include({ count: 1 });
    expect(failed.by).to.include({ 'mcp.method.name': 'tools/call', 'error.type': 'unavailable' });
    const sound = attempts.find(({ by }) => by['bylaw.server'] === 'good' && by['error.type'] === undefined)!;
    expect(sound).to.include({ count: 2 });
    expect(sound.by).to.include({ 'server.address': '127.0.0.1', 'server.port': port });
    expect(sound.explicitBounds).to.include.members([0.005, 0.1, 10]);
    expect(sound.sum).to.be.within(0, tookSeconds);
  });

  it('times requests as callers saw them, those without a server too', () => {
    const outcomes = points('mcp.server.operation.duration').map(({ by, count }) => [by['error.type'] ?? 'ok', count]);
    expect(outcomes).to.have.deep.members([
      ['ok', 2],
      ['rpc_error', 1],
      ['no_server', 1]
    ]);
  });

  it('counts retries, failovers and ejections, and shows servers and connections as they are', () => {
    const of = (name: string) =>
      Object.fromEntries(
        points(name).map(({ by, asDouble, asInt }) => [by['bylaw.server'], Number(asDouble ?? asInt)])
      );
    expect(of('bylaw.orchestrator.retries')).to.deep.equal({ bad: 0, good: 1 });
    expect(of('bylaw.orchestrator.failovers')).to.deep.equal({ bad: 0, good: 1 });
    expect(of('bylaw.orchestrator.ejections')).to.deep.equal({ bad: 0, good: 0 });
    expect(of('http.client.active_requests')).to.deep.equal({ bad: 0, good: 0 });
    expect(of('bylaw.orchestrator.queued_requests')).to.deep.equal({ bad: 0, good: 0 });
    const states = points('http.client.open_connections').map(({ by }) => by['http.connection.state']);
    expect(new Set(states)).to.deep.equal(new Set(['active', 'idle']));
    const statuses = points('bylaw.orchestrator.servers').map(({ by }) => by['bylaw.server.status']);
    expect(statuses).to.deep.equal(['healthy', 'degraded', 'unhealthy']);
  });

  it("puts a request under its caller's span and each attempt under the request", () => {
    const [failedOver] = requests().filter(({ parentSpanId }) => parentSpanId === CALLER);
    expect(failedOver).to.include({ traceId: TRACE, name: 'tools/call echo' });
    expect(failedOver.by).to.include({ 'gen_ai.tool.name': 'echo', 'bylaw.server': 'good', 'bylaw.attempts': 2 });
    const attempts = attemptsOf(failedOver);
    expect(attempts.map(({ by, kind }) => [by['bylaw.server'], by['error.type'], kind])).to.deep.equal([
      ['bad', 'unavailable', 3],
      ['good', undefined, 3]
    ]);
    expect(attempts[1].by).to.include({ 'http.request.resend_count': 1, 'mcp.protocol.version': '2026-07-28' });
    expect([attempts[0].status.code, attempts[1].status.code ?? 0]).to.deep.equal([2, 0]);
  });

  it('hands the span of the attempt on, in a header and in _meta, and the rest of the trace as it came', () => {
    const [request] = requests().filter(({ parentSpanId }) => parentSpanId === CALLER);
    const [, attempt] = attemptsOf(request);
    const { headers, params } = good.calls[0]!;
    expect(headers).to.include({ traceparent: traceparent(attempt.spanId), tracestate: 'vendor=1' });
    expect(params['_meta'].traceparent).to.equal(traceparent(attempt.spanId));
  });

  it("takes the parent from _meta before the connection's, and writes its own in that place", () => {
    const [request] = requests().filter(({ parentSpanId }) => parentSpanId === '1'.repeat(16));
    const received = good.calls.find(({ params }) => params['_meta'].progressToken === 'p')!;
    const parent = traceparent(attemptsOf(request).at(-1).spanId);
    expect(received.params['_meta'].traceparent).to.equal(parent);
    expect(received.text.split('"traceparent"')).to.have.length(2);
    expect(received.headers).not.to.have.property('tracestate');
  });

  it('says what went wrong, and names no tool that a caller has made up', () => {
    const [refused] = requests().filter(({ by }) => by['error.type'] === '-32602');
    expect(refused).to.include({ name: 'tools/call' });
    expect(refused.by).to.include({ 'rpc.response.status_code': '-32602' });
    const [unroutable] = requests().filter(({ by }) => by['error.type'] === 'no_server');
    expect(unroutable.by).to.include({ 'bylaw.attempts': 0 });
    expect(collector.text()).not.to.contain('made up');
  });

  it('brings the log, with the record of each request under its trace', () => {
    const signals = collector.logs().map(each => ({ ...each, by: attributesOf(each) }));
    const routed = signals.filter(({ eventName }) => eventName === 'route.completed');
    expect(routed.map(({ by }) => by['outcome'])).to.deep.equal(['ok', 'ok', 'rpc_error']);
    expect(routed[0].traceId).to.equal(TRACE);
    expect(signals.map(({ eventName }) => eventName)).to.include('registry.registered');
  });

  it('names the service', () => {
    for (const resource of collector.resources())
      expect(attributesOf(resource))
        .to.include({ 'service.name': 'bylaw-orchestrator' })
        .and.have.any.keys('service.instance.id');
  });
});

describe('a trace that the orchestrator takes no part in', () => {
  it('is passed on in the headers as it came, and what is none is left out', async () => {
    const upstream = await Upstream.start();
    const orchestrator = await TestOrchestrator.start();
    await orchestrator.register('one', upstream.url);
    const trace = { traceparent: traceparent(CALLER), tracestate: 'vendor=1' };
    for (const headers of [trace, { traceparent: 'none', tracestate: 'vendor=1' }])
      await orchestrator.send('POST', '/route', call(), headers);
    const [passed, left] = upstream.calls;
    expect(passed!.headers).to.include(trace);
    expect(passed!.params['_meta']).not.to.have.property('traceparent');
    expect(left!.headers).not.to.have.any.keys('traceparent', 'tracestate');
    await orchestrator.stop();
    await upstream.kill();
  });
});
