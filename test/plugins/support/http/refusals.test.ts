import { expect } from 'chai';
import type { Client, Conversation } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';
import { expectFailure, expectHeaders } from './contract.js';

const BODY_LIMIT = 256 * 1024;
const MISSING = 'conv_00000000000000000000000000';
const SUBMITTED = 'zanzibarine';

describe('support agent over HTTP: what it refuses', () => {
  let service: TestService;
  let client: Client;
  let talk: Conversation;
  before(async () => {
    service = await startService();
    client = service.client();
    talk = await client.talk('demo@example.com');
  });
  after(() => service.stop());
  const say = (json: unknown, headers = {}) => client.send('POST', `${talk.path}/messages`, { json, headers });

  it('takes a message of 4000 characters and refuses one of 4001 as a broken rule', async () => {
    expect((await say({ message: 'x'.repeat(4000) })).status).to.equal(200);
    const detail = expectFailure(await say({ message: 'x'.repeat(4001) }), 400, 'validation_error');
    expect(detail).to.have.all.keys('fields');
    expect(detail.fields).to.have.length(1);
    expect(detail.fields[0]).to.have.all.keys('field', 'rule').and.include({ field: 'message' });
  });

  it('counts characters and not bytes', async () => {
    expect((await say({ message: '𝒳'.repeat(4000) })).status).to.equal(200);
    expectFailure(await say({ message: '𝒳'.repeat(4001) }), 400, 'validation_error');
  });

  it('refuses a message of blanks, and a wrong Idempotency-Key, as broken rules', async () => {
    expectFailure(await say({ message: ' \n\t ' }), 400, 'validation_error');
    const { fields } = expectFailure(
      await say({ message: 'hi' }, { 'Idempotency-Key': 'x'.repeat(200) }),
      400,
      'validation_error'
    );
    expect(fields[0].field).to.equal('Idempotency-Key');
  });

  it('refuses what does not fit the schema, names each field, and repeats no value', async () => {
    const cases: [string, unknown, string[]][] = [
      [`${talk.path}/messages`, {}, ['message']],
      [`${talk.path}/messages`, { message: 5 }, ['message']],
      [`${talk.path}/messages`, { message: 'hi', include_trace: SUBMITTED }, ['include_trace']],
      [`${talk.path}/messages`, { message: 'hi', tenant: SUBMITTED }, ['tenant']],
      [`${talk.path}/messages`, { message: null, extra: SUBMITTED }, ['message', 'extra']],
      [`${talk.path}/messages`, [SUBMITTED], ['(body)']],
      [`${talk.path}/verify`, { email: SUBMITTED }, ['email']],
      [`${talk.path}/verify`, {}, ['email']],
      [`${talk.path}/feedback`, { comment: SUBMITTED }, ['helpful']],
      [`${talk.path}/feedback`, { helpful: SUBMITTED }, ['helpful']],
      ['/v1/conversations', { customer_email: SUBMITTED }, ['customer_email']],
      ['/v1/conversations', { email: 'demo@example.com' }, ['email']]
    ];
    for (const [path, json, fields] of cases) {
      const answer = await client.post(path, json);
      const detail = expectFailure(answer, 422, 'validation_error');
      expect(
        detail.fields.map(({ field }: { field: string }) => field),
        JSON.stringify(json)
      ).to.have.members(fields);
      for (const { rule } of detail.fields) expect(rule).to.be.a('string').and.not.equal('');
      expect(answer.text).not.to.contain(SUBMITTED);
    }
  });

  it('refuses a body that is not JSON, and repeats nothing of it', async () => {
    for (const body of ['{', `{"message": ${SUBMITTED}}`, '']) {
      const answer = await client.send('POST', `${talk.path}/messages`, {
        body,
        headers: { 'Content-Type': 'application/json' }
      });
      expect(answer.status, body).to.be.oneOf(body === '' ? [400, 422] : [400]);
      expectFailure(answer, answer.status, 'validation_error');
      expect(answer.text).not.to.contain(SUBMITTED);
    }
  });

  it('refuses other media types', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expectFailure(
        await client.send('POST', `${talk.path}/messages`, { body: 'message=hi', headers: { 'Content-Type': type } }),
        415,
        'unsupported_media_type'
      );
  });

  it('takes a body of 256 KiB and refuses one byte more', async () => {
    const padded = (bytes: number) => {
      const json = '{"message":"hello"}';
      return json.slice(0, -1) + ' '.repeat(bytes - json.length) + '}';
    };
    const send = (bytes: number) =>
      client.send('POST', `${talk.path}/messages`, {
        body: padded(bytes),
        headers: { 'Content-Type': 'application/json' }
      });
    expect((await send(BODY_LIMIT)).status).to.equal(200);
    expectFailure(await send(BODY_LIMIT + 1), 413, 'request_too_large');
  });

  it('refuses the wrong method and names the right ones', async () => {
    const cases: [string, string, string[]][] = [
      ['DELETE', '/v1/conversations', ['POST']],
      ['PUT', talk.path, ['GET']],
      ['GET', `${talk.path}/messages`, ['POST']],
      ['POST', '/v1/tools', ['GET']],
      ['DELETE', '/v1/runs', ['GET']],
      ['POST', '/readyz', ['GET']]
    ];
    for (const [method, path, allowed] of cases) {
      const answer = await client.send(method, path);
      expectFailure(answer, 405, 'method_not_allowed');
      const allow = String(answer.headers['allow']).split(/, */);
      expect(allow, `${method} ${path}`).to.include.members(allowed).and.not.include(method);
    }
  });

  it('answers an unknown path and an unknown resource alike', async () => {
    for (const path of [
      '/v1/nothing',
      `/v1/conversations/${MISSING}`,
      '/v1/runs/run_00000000000000000000000000/trace',
      `/v1/conversations/${encodeURIComponent('x y')}`
    ])
      expectFailure(await client.get(path), 404, 'not_found');
    expectFailure(await client.post(`/v1/conversations/${MISSING}/messages`, { message: 'hi' }), 404, 'not_found');
    expectFailure(
      await client.post(`/v1/conversations/${MISSING}/verify`, { email: 'demo@example.com' }),
      404,
      'not_found'
    );
    expectFailure(await client.post(`/v1/conversations/${MISSING}/feedback`, { helpful: true }), 404, 'not_found');
  });

  it('refuses unknown and wrong query parameters', async () => {
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=ten',
      'page=2',
      'cursor=%20',
      'state=done',
      'intent=nothing',
      'since=yesterday'
    ])
      expectFailure(await client.get(`/v1/runs?${query}`), 422, 'validation_error');
  });

  it('echoes a sane X-Request-ID and replaces any other', async () => {
    const given = await client.get('/v1/tools', { 'X-Request-ID': 'abc-123.x_y' });
    expect(given.headers['x-request-id']).to.equal('abc-123.x_y');
    const odd = await client.get('/v1/tools', { 'X-Request-ID': 'a b"c' });
    expect(odd.headers['x-request-id']).not.to.equal('a b"c');
    expectHeaders(odd);
  });
});
