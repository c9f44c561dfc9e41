import { expect } from 'chai';
import { refusalOfAddresses, refusalOfUrl } from '../../../../plugins/orchestrator/policy/check-url.js';
import { classOfAddress } from '../../../../core/net/addresses.js';
import { serverLookup } from '../../../../plugins/orchestrator/upstream/lookup.js';
import { compileHosts } from '../../../../plugins/orchestrator/policy/hosts.js';
import { NOWHERE } from '../fixture/index.js';

const everywhere = compileHosts(['*'], () => {});
const ruleOf = (host: string) => refusalOfUrl(`http://${host}/mcp`, everywhere)?.rule;

describe('addresses of tool servers', () => {
  for (const host of [
    '169.254.169.254',
    '169.254.169.254.',
    '2852039166',
    '0xa9fea9fe',
    '0xA9.0xFE.0xA9.0xFE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '①⑥⑨.254.169.254',
    '169.254.0.1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::ffff:0.0.0.0]',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '[ff02::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '100.100.100.200',
    '168.63.129.16',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata'
  ])
    it(`are never ${host}`, () => expect(ruleOf(host)).to.equal('address_refused'));

  for (const host of [
    '127.0.0.1',
    '[::1]',
    '10.0.0.7',
    '192.168.1.2',
    '[fd12::7]',
    'tools.example.com',
    'localhost',
    '8.8.8.8'
  ])
    it(`may be ${host}`, () => expect(ruleOf(host)).to.equal(undefined));

  it('are looked at after a name was resolved, too', async () => {
    expect(await refusalOfAddresses('http://localhost/mcp')).to.equal(undefined);
    for (const address of ['fe80::1%eth0', '::ffff:169.254.169.254', '0.0.0.0', 'nonsense'])
      expect(classOfAddress(address), address).to.equal('never');
  });

  it('are looked at once more for every connection', async () => {
    const resolved = (host: string) =>
      new Promise<unknown>(resolve =>
        serverLookup(host, { all: true }, (error, found) =>
          resolve((error as NodeJS.ErrnoException | null)?.code ?? found)
        )
      );
    expect(await resolved('169.254.169.254')).to.equal('ADDRESS_REFUSED');
    expect(await resolved('::')).to.equal('ADDRESS_REFUSED');
    expect(await resolved('127.0.0.1')).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
    expect(await resolved(new URL(NOWHERE).hostname)).to.equal('ENOTFOUND');
    const one = await new Promise(resolve => serverLookup('127.0.0.1', {}, (_e, address) => resolve(address)));
    expect(one).to.equal('127.0.0.1');
  });

  it('are limited by the policy to names, subdomains, addresses and networks', () => {
    const allowed = compileHosts(['tools.example.com', '*.internal', '10.0.0.0/8', 'fd12::/16', '192.0.2.7'], () => {});
    const rule = (host: string) => refusalOfUrl(`http://${host}:8080/mcp`, allowed)?.rule;
    for (const host of [
      'tools.example.com',
      'TOOLS.example.com.',
      'a.b.internal',
      '10.1.2.3',
      '[fd12::9]',
      '192.0.2.7'
    ])
      expect(rule(host), host).to.equal(undefined);
    for (const host of [
      'example.com',
      'xtools.example.com',
      'internal',
      'evilinternal',
      '11.0.0.1',
      '192.0.2.8',
      '[fd13::9]'
    ])
      expect(rule(host), host).to.equal('host_not_allowed');
  });

  it('are reported where a pattern of the policy cannot be read', () => {
    const problems: number[] = [];
    compileHosts(['ok.example', 'https://x', '10.0.0.0/99', '*.*'], i => void problems.push(i));
    expect(problems).to.deep.equal([1, 2, 3]);
  });
});
