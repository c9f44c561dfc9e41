// Holds every cluster file against the schemas of Kubernetes, which come from the folder in which they are installed:
//
//   npm install --prefix DIR --ignore-scripts kubernetes-models@4.5.1 && node .ci/cluster.mjs DIR
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadAll } from 'js-yaml';

const [models] = process.argv.slice(2);
if (models === undefined) {
  console.error('name the folder in which kubernetes-models is installed');
  process.exit(2);
}
const load = createRequire(join(models, 'node_modules', 'x.js'));
const FOLDER = 'deploy/kubernetes';
let checked = 0;
for (const file of readdirSync(FOLDER).filter(name => /[.]ya?ml$/.test(name)))
  for (const document of loadAll(readFileSync(join(FOLDER, file), 'utf8'))) {
    const { apiVersion, kind } = document;
    const problem = message => {
      console.error(`${join(FOLDER, file)}: ${kind} ${document.metadata?.name}: ${message}`);
      process.exitCode = 1;
    };
    checked++;
    let validate;
    try {
      const model = load.resolve(`kubernetes-models/${apiVersion}/${kind}`);
      const [, schema] = /require\("([^"]*_schemas\/[^"]+)"\)/.exec(readFileSync(model, 'utf8'));
      ({ validate } = load(join(dirname(model), schema)));
    } catch {
      problem(`Kubernetes has no ${kind} in ${apiVersion}`);
      continue;
    }
    const { watched, unread } = watch(document);
    if (!validate(watched))
      for (const { instancePath, keyword } of validate.errors) problem(`${instancePath}: ${keyword}`);
    for (const path of unread()) problem(`there is no ${path}`);
  }
console.log(`${checked} cluster objects checked against Kubernetes' schemas`);

/**
 * The schemas let unknown keys pass, as the API does. Their code reads exactly the keys that exist, so what it never read is
 * misspelt; where it lists all keys, any name will do.
 */
function watch(value, path = '') {
  if (typeof value !== 'object' || value === null) return { watched: value, unread: () => [] };
  const parts = new Map(Object.keys(value).map(key => [key, watch(value[key], `${path}.${key}`)]));
  const read = new Set();
  const watched = new Proxy(Array.isArray(value) ? [] : {}, {
    get: (target, key) => (
      read.add(key),
      parts.has(key) ? parts.get(key).watched : key === 'length' ? value.length : target[key]
    ),
    has: (_, key) => parts.has(key),
    ownKeys: () => (parts.forEach((_, key) => read.add(key)), Reflect.ownKeys(value)),
    getOwnPropertyDescriptor: (_, key) => {
      const own = Object.getOwnPropertyDescriptor(value, key);
      return own === undefined
        ? own
        : { ...own, configurable: key !== 'length', value: parts.get(key)?.watched ?? own.value };
    }
  });
  const unread = () =>
    [...parts].flatMap(([key, part]) => (read.has(key) ? part.unread() : [`${path}.${key}`.slice(1)]));
  return { watched, unread };
}
