import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type CommandContext,
  type ExitStatus,
  PACKAGE_ROOT,
  serviceNamed,
  UsageError,
  VERSION
} from '../../../core/index.js';
import { pluginPackage, withPlugin } from '../scaffold/plugin-package.js';

const NAME = /^[a-z][a-z0-9-]{1,40}$/;
const LIST = 'plugins/plugins.yaml';

/** A package with a plugin, its types and a test, and its line in the root's own list of plugins. */
export async function newPlugin({ root, services, args, options, out }: CommandContext): Promise<ExitStatus> {
  const [name, more] = args;
  if (name === undefined || more !== undefined) throw new UsageError('give exactly one name');
  if (!NAME.test(name)) throw new UsageError('a name begins with a letter and holds a-z, 0-9 and -, 2 to 41 of them');
  const folder = `plugins/${name}`;
  if (existsSync(join(root, folder))) throw new UsageError(`${folder} is there already; choose another name`);
  const service = serviceNamed(services, String(options['service'] ?? services[0]!.name)).name;
  const own = join(root, LIST);
  const listed = readFileSync(existsSync(own) ? own : join(PACKAGE_ROOT, LIST), 'utf8');
  const list = withPlugin(listed, service, `./${name}`);
  if (list === undefined)
    throw new UsageError(`write the plugins of '${service}' in ${LIST} one a line, each with a dash`);

  for (const [file, text] of Object.entries(pluginPackage(name))) {
    const path = join(root, folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    out(`${folder}/${file}`);
  }
  writeFileSync(own, list);
  out(`${LIST} lists it for ${service}. Next, in ${root}:`);
  out(`  npm install ${installable()} && npm install --prefix ${folder} && npm test --prefix ${folder}`);
  return 0;
}

/**
 * What `npm install` takes to install this very package: a checkout is the folder it is; otherwise what the installing
 * package asked for, be it a version of a registry or an archive. The registry may know another package by this name.
 */
function installable(): string {
  const at = PACKAGE_ROOT.lastIndexOf(`${sep}node_modules${sep}`);
  if (at < 0) return PACKAGE_ROOT;
  const home = PACKAGE_ROOT.slice(0, at);
  const name = PACKAGE_ROOT.slice(at + `${sep}node_modules${sep}`.length);
  const path = join(home, 'package.json');
  const { dependencies = {}, devDependencies = {} } = (
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  ) as { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
  const asked = dependencies[name] ?? devDependencies[name];
  if (asked === undefined) return `${name}@${VERSION}`;
  return asked.startsWith('file:') ? resolve(home, asked.slice('file:'.length)) : `${name}@${asked}`;
}
