import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type CommandContext, type ExitStatus, PACKAGE_ROOT, serviceNamed, UsageError } from '../../../core/index.js';
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
  // A checkout is installed as the folder it is; the registry may know another package, or none, by that name.
  const kernel = PACKAGE_ROOT.includes(`${sep}node_modules${sep}`) ? 'bylaw' : PACKAGE_ROOT;
  out(`  npm install ${kernel} && npm install --prefix ${folder} && npm test --prefix ${folder}`);
  return 0;
}
