// What the package stands on, from package-lock.json alone: no network is asked.
//
//   node .ci/supply-chain.mjs licences [--json]       every licence, with its packages; status 1 for one that is not allowed
//   node .ci/supply-chain.mjs scripts                 packages that run code when they are installed; status 1 for one nobody decided about
//   node .ci/supply-chain.mjs vulnerabilities FILE…   known vulnerabilities, from files of the OSV database (npm/all.zip, unpacked, or JSON lines)
//
// The list of everything as CycloneDX: npm sbom --sbom-format cyclonedx --package-lock-only
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Licences that ask for no more than to be named. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib'
]);
/** Where nothing of it is shipped: licences that ask for changes to be published, and texts that were read. */
const ALLOWED_IN_DEVELOPMENT = new Set(['MPL-2.0', 'SEE LICENSE IN LICENSE']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, lock: { type: 'string' }, production: { type: 'boolean' } }
});
const root = values.lock ?? '.';
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const installed = Object.entries(lock.packages)
  .filter(([path, { link, dev }]) => path !== '' && !link && !(values.production && dev))
  .map(([path, entry]) => ({ ...entry, path, name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13) }));

const [command, ...files] = positionals;
const commands = { licences, scripts, vulnerabilities };
if (!Object.hasOwn(commands, command ?? '')) fail(`name one of: ${Object.keys(commands).join(', ')}`);
process.exitCode = commands[command]();

function licences() {
  const byLicence = new Map();
  for (const { name, version, license } of installed) {
    const key = license ?? 'not stated';
    byLicence.set(key, [...(byLicence.get(key) ?? []), `${name}@${version}`]);
  }
  const list = [...byLicence].sort(([a], [b]) => a.localeCompare(b));
  if (values.json) console.log(JSON.stringify(Object.fromEntries(list), undefined, 2));
  else for (const [licence, packages] of list) console.log(`${licence} (${packages.length}): ${packages.join(' ')}`);
  const refused = installed.filter(
    ({ license = '', dev }) => !allowed(license) && !(dev && ALLOWED_IN_DEVELOPMENT.has(license))
  );
  for (const { name, license } of refused) console.error(`not allowed: ${name}: ${license ?? 'not stated'}`);
  return refused.length === 0 ? 0 : 1;
}

/** `(MIT OR GPL-3.0)` may be used as MIT; of `A AND B` both must be allowed. */
function allowed(expression) {
  const parts = expression.replace(/[()]/g, '');
  return parts.split(' OR ').some(choice => choice.split(' AND ').every(licence => ALLOWED.has(licence.trim())));
}

/** What `allowScripts` of package.json says of each; npm refuses to install what is not listed there (`.npmrc`). */
function scripts() {
  const decided = manifest.allowScripts ?? {};
  const undecided = installed.filter(({ name, hasInstallScript }) => hasInstallScript && !Object.hasOwn(decided, name));
  for (const { name, version, hasInstallScript } of installed)
    if (hasInstallScript) console.log(`${decided[name] === true ? 'runs   ' : 'refused'} ${name}@${version}`);
  for (const { name, path } of undecided) console.error(`nobody decided about the install script of ${name} (${path})`);
  return undecided.length === 0 ? 0 : 1;
}

function vulnerabilities() {
  if (files.length === 0) fail('name the files or folders of the database');
  const names = new Map();
  for (const each of installed) names.set(each.name, [...(names.get(each.name) ?? []), each]);
  let read = 0;
  const found = [];
  for (const advisory of advisories(files)) {
    read++;
    if (advisory.withdrawn !== undefined) continue;
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue;
      for (const { name, version, dev } of names.get(affected.package.name) ?? [])
        if (isAffected(version, affected))
          found.push({ id: advisory.id, name, version, dev: dev === true, summary: advisory.summary ?? '' });
    }
  }
  if (read === 0) fail('the database holds no advisory');
  const lines = new Set(
    found.map(
      ({ id, name, version, dev, summary }) => `${id} ${name}@${version}${dev ? ' (development)' : ''} ${summary}`
    )
  );
  for (const line of [...lines].sort()) console.error(line);
  console.log(`${installed.length} packages held against ${read} advisories: ${lines.size} found`);
  return lines.size === 0 ? 0 : 1;
}

function* advisories(places) {
  for (const place of places) {
    if (statSync(place).isDirectory()) {
      yield* advisories(
        readdirSync(place)
          .filter(name => /[.]jsonl?$/.test(name))
          .map(name => join(place, name))
      );
      continue;
    }
    const text = readFileSync(place, 'utf8');
    if (place.endsWith('.jsonl'))
      for (const line of text.split('\n').filter(each => each.trim() !== '')) yield JSON.parse(line);
    else yield* [JSON.parse(text)].flat();
  }
}

/** By the OSV schema: listed by name, or within a range of its events. */
function isAffected(version, { versions = [], ranges = [] }) {
  if (versions.includes(version)) return true;
  return ranges.some(({ type, events }) => {
    if (type !== 'SEMVER') return false;
    let inside = false;
    const ordered = [...events].sort((a, b) => compare(Object.values(a)[0], Object.values(b)[0]));
    for (const { introduced, fixed, last_affected } of ordered) {
      if (introduced !== undefined && compare(version, introduced) >= 0) inside = true;
      if (fixed !== undefined && compare(version, fixed) >= 0) inside = false;
      if (last_affected !== undefined && compare(version, last_affected) > 0) inside = false;
    }
    return inside;
  });
}

/** By semantic versioning 2.0.0; `0` stands before every version. */
function compare(a, b) {
  if (a === b) return 0;
  if (a === '0' || b === '0') return a === '0' ? -1 : 1;
  const [[aMain, aPre], [bMain, bPre]] = [a, b].map(text => {
    const [main, ...pre] = text.split('+')[0].split('-');
    return [main.split('.').map(Number), pre.join('-')];
  });
  for (let i = 0; i < 3; i++) if ((aMain[i] ?? 0) !== (bMain[i] ?? 0)) return (aMain[i] ?? 0) - (bMain[i] ?? 0);
  if (aPre === bPre) return 0;
  if (aPre === '' || bPre === '') return aPre === '' ? 1 : -1;
  const [aParts, bParts] = [aPre.split('.'), bPre.split('.')];
  for (let i = 0; i < Math.max(aParts.length, bParts.length); i++) {
    const [x, y] = [aParts[i], bParts[i]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    if (x === y) continue;
    const [xNumber, yNumber] = [x, y].map(part => /^\d+$/.test(part));
    if (xNumber && yNumber) return Number(x) - Number(y);
    if (xNumber !== yNumber) return xNumber ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return 0;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
