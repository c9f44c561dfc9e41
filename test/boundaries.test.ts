import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name));
const imports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)].map(m =>
    join(dirname(file), m[1]!)
  );
const strays = (file: string, allowed: (path: string) => boolean) => imports(file).filter(path => !allowed(path));

describe('boundaries', () => {
  it('core imports nothing but core', () => {
    for (const file of sources('core'))
      expect(
        strays(file, path => path.startsWith('core/')),
        file
      ).to.deep.equal([]);
  });

  it('a plugin imports the doors of core and its own folder', () => {
    for (const file of sources('plugins')) {
      const own = `${file.split('/').slice(0, 2).join('/')}/`;
      expect(
        strays(file, path => /^core\/(?:\w+\/)?index\.js$/.test(path) || path.startsWith(own)),
        file
      ).to.deep.equal([]);
    }
  });

  it('the tests of core and plugins stand in the folders of what they test', () => {
    const folders = [...sources('test/core'), ...sources('test/plugins')].map(file =>
      dirname(file).slice('test/'.length)
    );
    for (const folder of new Set(folders.filter(name => !name.endsWith('/fixture'))))
      expect(existsSync(folder), folder).to.equal(true);
  });
});
