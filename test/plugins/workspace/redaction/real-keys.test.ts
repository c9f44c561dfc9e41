import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../../../harness/root.js';
import { call, pipe } from '../fixture/process.js';
import { shippedRedactor } from './shipped-redactor.js';

/** Keys as the tools that people use make them, by the file they write. */
const MAKERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'ssh-ed25519': ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', 'ssh-ed25519'],
  'ssh-rsa': ['ssh-keygen', '-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', 'ssh-rsa'],
  'ssh-ecdsa': ['ssh-keygen', '-q', '-t', 'ecdsa', '-N', '', '-f', 'ssh-ecdsa'],
  'ssh-rsa-pem': ['ssh-keygen', '-q', '-t', 'rsa', '-m', 'PEM', '-N', '', '-f', 'ssh-rsa-pem'],
  'ssh-encrypted': ['ssh-keygen', '-q', '-t', 'ed25519', '-N', 'a phrase', '-f', 'ssh-encrypted'],
  'rsa.pem': ['openssl', 'genpkey', '-algorithm', 'RSA', '-out', 'rsa.pem'],
  'rsa1.pem': ['openssl', 'genrsa', '-traditional', '-out', 'rsa1.pem', '2048'],
  'ec.pem': ['openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-out', 'ec.pem'],
  'ed25519.pem': ['openssl', 'genpkey', '-algorithm', 'ED25519', '-out', 'ed25519.pem'],
  'encrypted.pem': ['openssl', 'genrsa', '-aes128', '-passout', 'pass:phrase', '-out', 'encrypted.pem', '2048'],
  'age.txt': ['age-keygen', '-o', 'age.txt'],
  'putty.ppk': ['puttygen', '-t', 'ed25519', '-o', 'putty.ppk', '--new-passphrase', '/dev/null'],
  'minisign.key': ['minisign', '-G', '-W', '-p', 'minisign.pub', '-s', 'minisign.key'],
  'ssh.com': [
    'sh',
    '-c',
    'ssh-keygen -q -t rsa -m PEM -N "" -f for-ssh.com && puttygen for-ssh.com -O private-sshcom -o ssh.com --new-passphrase /dev/null'
  ],
  'wireguard.conf': [
    'sh',
    '-c',
    'key=$(wg genkey) && printf "[Interface]\\nPrivateKey = %s\\n" "$key" > wireguard.conf'
  ],
  'signify.sec': ['signify-openbsd', '-G', '-n', '-p', 'signify.pub', '-s', 'signify.sec'],
  'gpg.asc': [
    'sh',
    '-c',
    'GNUPGHOME=$(mktemp -d) && export GNUPGHOME && gpg -q --batch --pinentry-mode loopback --passphrase "" --quick-gen-key a@b.test && gpg -q --batch --pinentry-mode loopback --passphrase "" --armor --export-secret-keys > gpg.asc'
  ]
};

/** How a key stands in files that are no key files: behind signs, in a log, in other encodings. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  json: text => JSON.stringify({ private_key: text }),
  quoted: text => JSON.stringify({ inner: JSON.stringify({ private_key: text }) }),
  indented: text => `key: |\n${text.replace(/^/gm, '    ')}`,
  comment: text => text.replace(/^/gm, '// '),
  log: text => text.replace(/^/gm, '2026-01-02T03:04:05Z INFO job: '),
  numbered: text => text.replace(/^/gm, '  12\t'),
  code: text => text.replace(/^(.+)$/gm, '  "$1\\n" +'),
  page: text => `<pre>${text.replace(/\n/g, '<br>\n')}</pre>`
};

/** Lines of a block of data that a key is made of: what is encoded, without the head of the format. */
const dataLines = (text: string): readonly string[] =>
  text
    .slice(Math.max(0, text.indexOf('Private-Lines')))
    .split('\n')
    .flatMap(line => /^(?:PrivateKey = )?((?:AGE-SECRET-KEY-)?[A-Za-z0-9+/=]{16,})$/.exec(line)?.[1] ?? [])
    .slice(-3);

describe('keys that real tools have made', () => {
  let workspace: string;
  const made = new Map<string, string>();

  before(() => {
    workspace = mkdtempSync(join(tmpdir(), 'bylaw-keys-'));
    for (const [name, [program, ...args]] of Object.entries(MAKERS)) {
      const { status } = spawnSync(program, args, { cwd: workspace, stdio: 'ignore' });
      if (status === 0 && readdirSync(workspace).includes(name))
        made.set(name, readFileSync(join(workspace, name), 'utf8'));
    }
    for (const [name, text] of new Map(made))
      for (const [way, write] of Object.entries(WAYS)) {
        writeFileSync(join(workspace, `${name}.${way}`), write(text));
        made.set(`${name}.${way}`, text);
      }
    // A run of zeros is in every hundredth key or so.
    const [first] = made.values();
    const zeros = first!.split('\n').map((line, i) => (i === 2 ? `000000000000${line.slice(12)}` : line));
    writeFileSync(join(workspace, 'zeros'), zeros.join('\n'));
    made.set('zeros', zeros.join('\n'));
  });
  after(() => rmSync(workspace, { recursive: true }));

  it('are hidden where their numbers are printed, or they are encoded once more', async () => {
    const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' }).stdout;
    const pem = openssl('genpkey', '-algorithm', 'RSA');
    const printed = spawnSync('openssl', ['pkey', '-text'], { input: pem, encoding: 'utf8' }).stdout;
    const encoded = Buffer.from(pem).toString('base64');
    const jwk = createPrivateKey(pem).export({ format: 'jwk' });
    const redactor = await shippedRedactor();
    const left = redactor.redact(printed, 'key.txt').text;
    const [, exponent] = /privateExponent:\n([\s\S]*?)prime1/.exec(printed)!;
    for (const line of exponent!.trim().split('\n').slice(0, -1)) expect(left).not.to.contain(line.trim());
    expect(left).to.contain('modulus:\n    00:');
    expect(redactor.redact(`KEY=${encoded}`, 'a.txt').text).not.to.contain(encoded.slice(-30));
    const shown = redactor.redact(JSON.stringify(jwk), 'key.jwk').text;
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const) expect(shown, name).not.to.contain(jwk[name]);
    expect(shown).to.contain(jwk.n);
  });

  it('are served by no tool', async () => {
    expect(made.size).to.be.greaterThan(2);
    for (const text of made.values()) expect(dataLines(text)).not.to.deep.equal([]);
    const calls = [...made.keys()].map(path => call(path, 'read_file', { path }));
    const { of } = await pipe(
      SHIPPED_ROOT,
      [...calls, call('search', 'search_text', { pattern: '[A-Za-z0-9+/]{40}', max_results: 1000 })],
      {
        MCP_SANDBOX__WORKSPACE: workspace
      }
    );
    const searched = JSON.stringify(of('search').result);
    for (const [path, text] of made) {
      const { result } = of(path);
      expect(result.structuredContent.redaction.count, path).to.equal(1);
      for (const line of dataLines(text)) {
        expect(JSON.stringify(result), path).not.to.contain(line);
        expect(searched, path).not.to.contain(line);
      }
    }
  });
});
