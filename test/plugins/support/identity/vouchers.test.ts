import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

const ISSUER = 'https://login.shop.example';
const ELSEWHERE = 'https://login.group.example';
const AUDIENCE = 'bylaw';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

describe("support agent: a shop's word for its customer", () => {
  const { root, remove } = copiedRoot();
  let service: TestService;
  let shop: Pair;
  let fetched = 0;
  const login = createServer((_request, response) => {
    fetched++;
    void exportJWK(shop.publicKey).then(key => response.end(JSON.stringify({ keys: [{ ...key, kid: 'one' }] })));
  });
  before(async () => {
    await once(login.listen(0, '127.0.0.1'), 'listening');
    const keysAt = `http://127.0.0.1:${(login.address() as AddressInfo).port}/keys.json`;
    shop = await generateKeyPair('ES256');
    const key = JSON.stringify({ ...(await exportJWK(shop.publicKey)), kid: 'one', alg: 'ES256' });
    editFile(
      root,
      'policies/identity/identity.yaml',
      text => `${text.replace('account_data: knows', 'account_data: holds')}
vouchers:
  - { tenant: demo, issuer: '${ISSUER}', audience: ${AUDIENCE}, customer: { claim: sub, is: customer_id }, keys: [${key}] }
  - { tenant: acme, issuer: '${ELSEWHERE}', audience: ${AUDIENCE}, customer: { claim: sub, is: customer_id }, keys_at: '${keysAt}' }
`
    );
    const keys = 'demo:demo-secret,acme:acme-secret,acme:feeder:records:write';
    service = await startService({ root, env: { AGENT_SECURITY__API_KEYS: keys } });
  });
  after(async () => {
    await service.stop();
    login.close();
    remove();
  });

  interface Change {
    readonly claims?: object;
    readonly issuer?: string;
    readonly audience?: string;
    readonly issued?: string;
    readonly expires?: string;
    readonly pair?: Pair;
  }
  const assertion = ({ claims = { sub: 'cus_demo' }, issuer = ISSUER, audience = AUDIENCE, ...more }: Change = {}) => {
    const seconds = (ago: number) => Math.floor(Date.now() / 1000) + ago;
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(seconds(Number(more.issued ?? 0)))
      .setExpirationTime(seconds(Number(more.expires ?? 60)))
      .sign((more.pair ?? shop).privateKey);
  };
  const open = async (customer_assertion: string, key?: string) =>
    await service.client(key).post('/v1/conversations', { customer_assertion });

  it('verifies a conversation as it is opened', async () => {
    const { status, body } = await open(await assertion());
    expect(status).to.equal(201);
    expect(body).to.include({ identity_verified: true, customer_id: 'cus_demo' });
    const said = await service.client().post(`/v1/conversations/${body.conversation_id}/messages`, {
      message: 'Where is my order ORD-1002?'
    });
    expect(said.body.state).to.equal('answered');
  });

  it('verifies one that is open, also where it was meant for it alone', async () => {
    const talk = await service.client().talkUnverified();
    const other = await service.client().talkUnverified();
    const meant = await assertion({ claims: { sub: 'cus_demo', conversation_id: talk.id } });
    const verify = async (path: string) => (await service.client().post(`${path}/verify`, { assertion: meant })).body;
    expect(await verify(other.path)).to.include({ verified: false });
    expect(await verify(talk.path)).to.include({ verified: true });
  });

  it('is worth nothing when anything about it is not as agreed', async () => {
    const stranger = await generateKeyPair('ES256');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      JSON.stringify({ iss: ISSUER, aud: AUDIENCE, sub: 'cus_demo', iat: 1, exp: 9999999999 })
    ).toString('base64url')}.AA`;
    const bad: Readonly<Record<string, string>> = {
      issuer: await assertion({ issuer: 'https://evil.example' }),
      audience: await assertion({ audience: 'somebody-else' }),
      expired: await assertion({ issued: '-300', expires: '-120' }),
      'too old': await assertion({ issued: '-3600', expires: '3600' }),
      signature: await assertion({ pair: stranger }),
      customer: await assertion({ claims: { sub: 'cus_nobody' } }),
      'no customer': await assertion({ claims: {} }),
      unsigned: none
    };
    for (const [what, word] of Object.entries(bad)) expect((await open(word)).status, what).to.equal(400);
    expect((await open(await assertion(), 'acme-secret')).status, 'another tenant').to.equal(400);
    const refused = service.log.filter(({ event }) => event === 'identity.assertion_refused');
    expect(refused).to.have.length(1 + Object.keys(bad).length + 1);
    expect(JSON.stringify(refused)).not.to.contain('eyJ');
  });

  it('is proved by the keys of an address, fetched once; what cannot be fetched proves nothing', async () => {
    const json = { version: 1, email: 'ann@acme.example', name: 'Ann' };
    expect((await service.client('feeder').send('PUT', '/v1/customers/cus_acme', { json })).status).to.equal(200);
    const word = () => assertion({ issuer: ELSEWHERE, claims: { sub: 'cus_acme' } });
    fetched = 0;
    for (let nth = 0; nth < 2; nth++) expect((await open(await word(), 'acme-secret')).status).to.equal(201);
    expect(fetched).to.be.at.most(1);
    login.closeAllConnections();
    login.close();
    editFile(root, 'policies/identity/identity.yaml', text => `${text}# Read anew.\n`);
    await service.documents.reload();
    expect((await open(await word(), 'acme-secret')).status).to.equal(400);
    const last = service.log.filter(({ event }) => event === 'identity.assertion_refused').at(-1);
    expect(last?.fields['reasons']).to.deep.equal(['ERR_JWKS_INVALID']);
  });
});
