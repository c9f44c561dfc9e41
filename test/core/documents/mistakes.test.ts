import { expect } from 'chai';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocuments } from '../../../core/documents/load.js';
import { folderOf, lines, loadPlants, plant, plantOptions } from './root-folder.js';

const ROSE = 'seeds/plants/rose.yaml';
const FLEX = 'kind: plant\nversion: 1\nname: rose\n';

describe('mistakes in a declarative file', () => {
  const mistakes: readonly [what: string, content: string | Buffer, ...problems: string[]][] = [
    ['none', plant('rose')],
    ['none, as JSON', '{"kind": "plant", "version": 1, "name": "rose", "height": 2}'],
    ['none, with Windows line ends', plant('rose').replaceAll('\n', '\r\n')],
    ['none, behind a byte order mark', `\ufeff${plant('rose')}`],
    ['YAML syntax', 'kind: plant\n  version: 1\n', '2:10: yaml_syntax bad indentation of a mapping entry'],
    ['tab', 'kind: plant\nnotes:\n\t- a\n', '3:1: yaml_syntax tab characters must not be used in indentation'],
    ['unknown tag', `${FLEX}height: !huge 3\n`, '4:9: yaml_syntax unknown scalar tag !<!huge>'],
    ['NUL', `${FLEX}height: "\0"\n`, '4:10: yaml_syntax null byte is not allowed in input'],
    ['too deep', `${FLEX}height: ${'['.repeat(40)}`, '4:28: yaml_syntax nesting exceeded maxDepth (20)'],
    ['duplicate key', `${FLEX}height: 3\nname: lily\n`, '5:1: yaml_syntax duplicated mapping key'],
    [
      'alias',
      'kind: plant\nversion: 1\nname: &n rose\nheight: *n\n',
      '4:10: yaml_alias aliases are not followed; write the value out'
    ],
    [
      'several documents',
      `${plant('rose')}---\n# again\n${plant('lily')}`,
      '7:1: several_documents a file holds one document; move this one to its own file'
    ],
    [
      'several documents, the second one empty',
      `${plant('rose')}---\n`,
      '5:1: several_documents a file holds one document; move this one to its own file'
    ],
    [
      'not UTF-8',
      Buffer.from('name: \xe9', 'latin1'),
      '1:1: file_unreadable the file cannot be read: it is not valid UTF-8'
    ],
    ['empty', '', '1:1: not_a_mapping a file holds one mapping that begins with kind: and version:'],
    ['only a comment', '# soon\n', '1:1: not_a_mapping a file holds one mapping that begins with kind: and version:'],
    ['a list', '- kind: plant\n', '1:1: not_a_mapping a file holds one mapping that begins with kind: and version:'],
    ['a word', 'plant\n', '1:1: not_a_mapping a file holds one mapping that begins with kind: and version:'],
    ['nothing', 'null\n', '1:1: not_a_mapping a file holds one mapping that begins with kind: and version:'],
    [
      'too large',
      `# ${'x'.repeat(4 << 20)}\n`,
      '1:1: file_too_large a declarative file is at most 4194304 bytes; split it'
    ],
    ['no kind', '# a plant\nname: rose\n', "2:1: kind_missing a file says what it is: add 'kind:' and 'version:'"],
    ['kind without a value', 'kind:\n', '1:1: kind_unknown no plugin brings this kind'],
    [
      'kind that is no text',
      'version: 1\nkind: [plant]\n',
      "2:1: kind_unknown no plugin brings this kind; did you mean 'plant'?"
    ],
    [
      'misspelt kind',
      'version: 1\nkind: plnat\n',
      "2:1: kind_unknown no plugin brings this kind; did you mean 'plant'?"
    ],
    ['far from any kind', 'kind: aeroplane\n', '1:1: kind_unknown no plugin brings this kind'],
    ['another version', plant('rose').replace('version: 1', 'version: 2'), '2:1: schema version must be 1'],
    ['missing key', FLEX, "1:1: schema the file lacks the key 'height'"],
    ['unknown key', plant('rose', 'color: red\n'), "5:1: schema the file has no key 'color'; did you mean 'colour'?"],
    ['key far from any', plant('rose', 'x/y~z: 1\n'), "5:1: schema the file has no key 'x/y~z'"],
    ['wrong type', plant('3'), '3:1: schema name must be text'],
    ['wrong type in a list', plant('rose', 'notes:\n  - a\n  - 3\n'), '7:5: schema notes.1 must be text'],
    ['out of range', `${FLEX}height: -1\n`, '4:1: schema height must be at least 0'],
    [
      'outside an enum',
      plant('rose', 'colour: yelow\n'),
      "5:1: schema colour must be one of red, yellow; did you mean 'yellow'?"
    ],
    ['missing because of another', plant('rose', 'colour: red\n'), "1:1: schema the file lacks the key 'notes'"],
    [
      'key of a wrong form',
      plant('rose', 'care:\n  ok: a\n  Water: b\n'),
      "7:3: schema the key 'Water' of care must match ^[a-z/~]+$"
    ],
    [
      'no branch fits',
      plant('rose', 'care:\n  a/b~c: [1]\n'),
      '6:3: schema care.a/b~c must be text',
      '6:3: schema care.a/b~c must be a whole number'
    ],
    [
      'forbidden as a whole, beside another',
      plant('weed', 'x: 1\n'),
      '1:1: schema the file must NOT be valid',
      "5:1: schema the file has no key 'x'"
    ],
    ['what a schema cannot say', `${FLEX}height: 101\n`, '4:1: too_tall no plant is that tall'],
    [
      'keys of every object',
      plant('rose', '__proto__: { kind: x }\nconstructor: 1\ntoString: 2\n'),
      "5:1: schema the file has no key '__proto__'",
      "6:1: schema the file has no key 'constructor'",
      "7:1: schema the file has no key 'toString'"
    ]
  ];
  for (const [what, content, ...problems] of mistakes)
    it(what, async () => {
      const candidate = await loadPlants({ [ROSE]: content });
      expect(lines(candidate)).to.deep.equal(problems.map(p => `${ROSE}:${p}`));
      expect(candidate.set === undefined).to.equal(problems.length > 0);
    });

  it('takes no key of an object’s prototype for one of the file', async () => {
    expect(lines(await loadPlants({ [ROSE]: '__proto__: { kind: plant }\n' }))[0]).to.include('1:1: kind_missing');
    expect(lines(await loadPlants({ [ROSE]: 'kind: constructor\n' }))[0]).to.include('1:1: kind_unknown');
    expect(({} as { kind?: unknown }).kind).to.equal(undefined);
  });

  it('names a file in the wrong folder, a duplicate name, and a suggestion from another service’s kinds', async () => {
    const files = {
      'policies/rose.yaml': plant('rose'),
      'seeds/plants/a.yaml': plant('lily'),
      'seeds/plants/b.yaml': plant('lily'),
      'seeds/plants/c.json': '{"kind": "plane", "version": 1}',
      'intents/d.yml': 'kind: fungus\n'
    };
    expect(lines(await loadPlants(files, { otherKinds: new Set(['plant', 'planes', 'fungus']) }))).to.deep.equal([
      'policies/rose.yaml:1:1: wrong_folder files of kind plant live under seeds/plants/; move this one there',
      "seeds/plants/b.yaml:1:1: duplicate_name plant 'lily' is defined in seeds/plants/a.yaml too; rename one",
      "seeds/plants/c.json:1:2: kind_unknown no plugin brings this kind; did you mean 'plant'?"
    ]);
  });

  it('tells everything at once, sorted by file, line and column', async () => {
    const found = lines(
      await loadPlants({
        'seeds/plants/b.yaml': plant('3', 'x: 1\ny: 2\n'),
        'seeds/plants/a.yaml': '{ kind: plant, version: 2, name: 7, height: 3 }',
        'policies/z.yaml': 'kind: [',
        'seeds/plants/sub/c.yaml': plant('ok', 'notes: no\n')
      })
    );
    expect(found.map(line => line.split(' ')[0])).to.deep.equal([
      'policies/z.yaml:1:8:',
      'seeds/plants/a.yaml:1:16:',
      'seeds/plants/a.yaml:1:28:',
      'seeds/plants/b.yaml:3:1:',
      'seeds/plants/b.yaml:5:1:',
      'seeds/plants/b.yaml:6:1:',
      'seeds/plants/sub/c.yaml:5:1:'
    ]);
  });

  it('follows links to files and folders, and leaves out what is hidden or of another type', async () => {
    const root = folderOf({
      'seeds/plants/..data/rose.yaml': plant('rose'),
      'seeds/plants/.git/lily.yaml': plant('lily'),
      'seeds/plants/.swap.yaml': 'broken: [',
      'seeds/plants/README.md': '# Plants',
      'seeds/plants/OAK.YAML': plant('oak'),
      'elsewhere/fern.yml': plant('fern'),
      'plugins/plugins.yaml': 'no: plant'
    });
    symlinkSync('..data/rose.yaml', join(root, 'seeds/plants/rose.yaml'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'seeds/plants/more'));
    symlinkSync(join(root, 'seeds'), join(root, 'seeds/plants/loop'));
    const { set, problems } = await loadDocuments(plantOptions(root));
    expect(problems).to.deep.equal([]);
    expect(set!.of(plantOptions(root).kinds[0]!).map(p => p.source.file)).to.deep.equal([
      'seeds/plants/OAK.YAML',
      'seeds/plants/more/fern.yml',
      'seeds/plants/rose.yaml'
    ]);
  });

  it('says which file or folder cannot be read', async () => {
    const root = folderOf({ 'seeds/plants/rose.yaml': plant('rose'), intents: 'not a folder' });
    symlinkSync('gone.yaml', join(root, 'seeds/plants/link.yaml'));
    mkdirSync(join(root, 'policies'));
    expect(lines(await loadDocuments(plantOptions(root)))).to.deep.equal([
      'intents:1:1: file_unreadable the folder cannot be read: ENOTDIR',
      'seeds/plants/link.yaml:1:1: file_unreadable the file cannot be read: ENOENT'
    ]);
  });
});
