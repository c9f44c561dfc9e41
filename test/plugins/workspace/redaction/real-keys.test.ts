import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../../../harness/root.js';
import { call, pipe } from '../fixture/process.js';

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
  'signify.sec': ['signify-openbsd', '-G', '-n', '-p', 'signify.pub', '-s', 'signify.sec'],
  'gpg.asc': [
    'sh',
    '-c',
    'GNUPGHOME=$(mktemp -d) && export GNUPGHOME && gpg -q --batch --pinentry-mode loopback --passphrase "" --quick-gen-key a@b.test && gpg -q --batch --pinentry-mode loopback --passphrase "" --armor --export-secret-keys > gpg.asc'
  ]
};

/** Lines of a block of data that a key is made of: what is encoded, without the head of the format. */
const dataLines = (text: string): readonly string[] =>
  text
    .slice(Math.max(0, text.indexOf('Private-Lines')))
    .split('\n')
    .filter(line => /^(?:AGE-SECRET-KEY-)?[A-Za-z0-9+/=]{16,}$/.test(line))
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
    for (const [name, text] of new Map(made)) {
      const one = JSON.stringify({ private_key: text });
      writeFileSync(join(workspace, `${name}.json`), one);
      made.set(`${name}.json`, text);
    }
    // A run of zeros is in every hundredth key or so.
    const [first] = made.values();
    const zeros = first!.split('\n').map((line, i) => (i === 2 ? `000000000000${line.slice(12)}` : line));
    writeFileSync(join(workspace, 'zeros'), zeros.join('\n'));
    made.set('zeros', zeros.join('\n'));
  });
  after(() => rmSync(workspace, { recursive: true }));

  it('are served by no tool', async () => {
    expect(made.size).to.be.greaterThan(2);
    const calls = [...made.keys()].map(path => call(path, 'read_file', { path }));
    const { of } = await pipe(
      SHIPPED_ROOT,
      [...calls, call('search', 'search_text', { pattern: '[A-Za-z0-9+/]{40}' })],
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
