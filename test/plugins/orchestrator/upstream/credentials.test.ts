import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { Files, TestOrchestrator } from '../fixture/index.js';
import { reply, Upstream } from '../fixture/upstream.js';

const VARIABLES = {
  BYLAW_TEST_CLIENT: 'client & secret',
  BYLAW_TEST_HEADER: 'a header value'
};

describe('servers that ask who calls', () => {
  let files: Files;
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  beforeEach(async () => {
    Object.assign(process.env, VARIABLES);
    files = new Files();
    upstream = await Upstream.start();
  });
  afterEach(async () => {
    for (const name of Object.keys(VARIABLES)) Reflect.deleteProperty(process.env, name);
    await Promise.all([orchestrator.stop(), upstream.kill()]);
    files.remove();
  });
  const start = async (credential: string) => {
    files.edit('routing.yaml', text => `${text}credentials: [{ hosts: [127.0.0.0/8], ${credential} }]\n`);
    orchestrator = await TestOrchestrator.start({ files });
  };

  it('are shown headers whose values stand in variables', async () => {
    await start('headers: { X-Api-Key: BYLAW_TEST_HEADER }');
    await orchestrator.register('a', upstream.url);
    await orchestrator.call();
    expect(upstream.received.map(({ headers }) => headers['x-api-key'])).to.satisfy((all: readonly string[]) =>
      all.every(value => value === VARIABLES.BYLAW_TEST_HEADER)
    );
    const shown = (await orchestrator.get('/servers?detail=true')).text + JSON.stringify(orchestrator.lines);
    expect(shown).not.to.contain(VARIABLES.BYLAW_TEST_HEADER);
  });

  describe('for an access token', () => {
    let asked: { readonly authorization: string | undefined; readonly form: string }[];
    let valid: string;
    let refuses: boolean;
    const authority = createServer((request, response) => {
      let form = '';
      request.on('data', (chunk: Buffer) => (form += chunk.toString()));
      request.on('end', () => {
        asked.push({ authorization: request.headers.authorization, form });
        if (refuses) return void response.writeHead(400).end('{"error":"invalid_client"}');
        valid = `token-${asked.length}`;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ access_token: valid, token_type: 'Bearer', expires_in: 3600 }));
      });
    });
    before(() => new Promise<void>(resolve => authority.listen(0, '127.0.0.1', resolve)));
    after(() => void authority.close());
    beforeEach(async () => {
      [asked, valid, refuses] = [[], '', false];
      upstream.behave = (received, response) => {
        if (received.headers.authorization === `Bearer ${valid}`) return false;
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
        return true;
      };
      const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/token`;
      await start(
        `oauth: { token_url: '${url}', client_id: hub, client_secret_from: BYLAW_TEST_CLIENT, scope: 'tools:call', resource: 'https://tools.example' }`
      );
    });

    it('are shown one that is asked for once, by client credentials', async () => {
      expect((await orchestrator.register('a', upstream.url)).body.status).to.equal('healthy');
      await orchestrator.register('b', upstream.url);
      for (let i = 0; i < 5; i++) expect((await orchestrator.call()).status).to.equal(200);
      expect(asked).to.have.length(1);
      const form = new URLSearchParams(asked[0]!.form);
      expect(Object.fromEntries(form)).to.deep.equal({
        grant_type: 'client_credentials',
        scope: 'tools:call',
        resource: 'https://tools.example'
      });
      const pair = Buffer.from(asked[0]!.authorization!.replace('Basic ', ''), 'base64').toString();
      expect(pair).to.equal(`hub:${encodeURIComponent(VARIABLES.BYLAW_TEST_CLIENT)}`);
    });

    it('are shown a new one when they refuse the old one, without a failed request', async () => {
      await orchestrator.register('a', upstream.url);
      valid = 'revoked by now';
      const answer = await orchestrator.call();
      expect(answer.status).to.equal(200);
      expect(answer.body.attempts.map(({ outcome }: { readonly outcome: string }) => outcome)).to.deep.equal([
        'bad_response',
        'ok'
      ]);
      expect(asked).to.have.length(2);
    });

    it('are not asked at all while no token can be had', async () => {
      refuses = true;
      const { body } = await orchestrator.register('a', upstream.url);
      expect(body).to.include({ status: 'degraded', last_error: 'connect_failed (TOKEN_REFUSED)' });
      expect(upstream.received).to.have.length(0);
      refuses = false;
      expect((await orchestrator.call()).status).to.equal(200);
    });
  });
});

describe('servers that ask for a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-tls-'));
  const at = (name: string) => join(folder, name);
  const names = { BYLAW_TEST_CERT: at('us.pem'), BYLAW_TEST_KEY: at('us.key'), BYLAW_TEST_CA: at('server.pem') };
  const selfSigned = (name: string, more: readonly string[] = []) =>
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        at(`${name}.key`),
        '-out',
        at(`${name}.pem`),
        ...more
      ],
      { stdio: 'pipe' }
    );
  before(() => {
    selfSigned('us');
    selfSigned('server', ['-addext', 'subjectAltName=IP:127.0.0.1']);
    Object.assign(process.env, names);
  });
  after(() => {
    for (const name of Object.keys(names)) Reflect.deleteProperty(process.env, name);
    rmSync(folder, { recursive: true });
  });

  it('are shown ours, and are themselves held to the authority that is named', async () => {
    const seen: string[] = [];
    const server = createTlsServer(
      {
        cert: readFileSync(at('server.pem')),
        key: readFileSync(at('server.key')),
        ca: readFileSync(at('us.pem')),
        requestCert: true,
        rejectUnauthorized: true
      },
      (request, response) => {
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
          reply(response, (JSON.parse(text) as { readonly id: unknown }).id, {
            capabilities: {},
            tools: [{ name: 'echo', inputSchema: {} }]
          });
        });
      }
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const files = new Files();
    const orchestrator = await TestOrchestrator.start({ files });
    expect((await orchestrator.register('a', url)).body.status).to.equal('degraded');
    expect(seen).to.deep.equal([]);
    files.edit(
      'routing.yaml',
      text =>
        `${text}credentials: [{ hosts: [127.0.0.1], tls: { certificate_from: BYLAW_TEST_CERT, key_from: BYLAW_TEST_KEY, ca_from: BYLAW_TEST_CA } }]\n`
    );
    expect((await orchestrator.running.documents.reload()).outcome).to.equal('reloaded');
    expect((await orchestrator.call()).status).to.equal(200);
    expect(new Set(seen)).to.deep.equal(new Set(['us']));
    await orchestrator.stop();
    files.remove();
    server.closeAllConnections();
    server.close();
  });
});
