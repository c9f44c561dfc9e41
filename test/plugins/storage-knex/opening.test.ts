import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import createKnex from 'knex';
import { StartupError } from '../../../core/index.js';
import { type Collection, StoreUnavailable } from '../../../core/store/index.js';
import { createStore } from '../../../plugins/storage-knex/create-store.js';
import { failureOf } from './failure-of.js';

const people: Collection = { name: 'people', fields: { id: 'text', name: 'text' }, key: ['id'], search: ['name'] };

describe('store: opening', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'bylaw-store-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const open = async (file: string, version: number, ...collections: Collection[]): Promise<void> => {
    const store = await createStore(`sqlite:${file}`);
    try {
      await store.open({ name: 'test', steps: [{ version, title: 'first', collections }] });
    } finally {
      await store.close();
    }
  };
  const problemOf = async (work: Promise<unknown>) => {
    const error = await failureOf(work);
    expect(error).to.be.instanceOf(StartupError);
    return (error as StartupError).problems[0]!;
  };

  it('creates the folders, the file and the schema, and finds them again', async () => {
    const file = join(folder, 'a', 'b', 'c.db');
    const write = await createStore(`sqlite://${file}`);
    await write.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [people] }] });
    await write.commit([{ into: 'people', how: 'add', rows: [{ id: 'p', name: 'Ada' }] }]);
    await write.close();
    const read = await createStore(`sqlite:${file}`, { synchronous: 'normal' });
    const reordered = { ...people, fields: { name: 'text', id: 'text' } } as const;
    await read.open({ name: 'test', steps: [{ version: 1, title: 'first', collections: [reordered] }] });
    expect(await read.read([[read.prepare({ from: 'people' }), {}]])).to.deep.equal([[{ id: 'p', name: 'Ada' }]]);
    expect(await read.search('people', 'ada', { limit: 1 })).to.have.length(1);
    await read.check();
    await read.close();
    for (const path of [join(folder, 'a'), file]) expect((await stat(path)).mode & 0o077).to.equal(0);
  });

  it('makes a new file once when several open it at once', async () => {
    for (let round = 0; round < 40; round++) {
      const file = join(folder, `${round}.db`);
      await Promise.all([1, 2, 3].map(() => open(file, 1, people)));
    }
  });

  it('stops at tables of something else', async () => {
    const foreign = join(folder, 'foreign.db');
    const knex = createKnex({ client: 'sqlite3', connection: { filename: foreign }, useNullAsDefault: true });
    await knex.raw('create table theirs (id integer)');
    const { code, message } = await problemOf(open(foreign, 1, people));
    expect(code).to.equal('schema_version');
    expect(message).to.include('theirs');
    await knex.raw('create table schema_version (id integer)');
    expect(await problemOf(open(foreign, 1, people))).to.include({ code: 'schema_version' });
    await knex.destroy();
  });

  it('says what is wrong with a file that is no database, and with one that cannot be made', async () => {
    const file = join(folder, 'a.db');
    await writeFile(file, 'x'.repeat(4096));
    const error = await failureOf(open(file, 1, people));
    expect(error).to.be.instanceOf(StoreUnavailable);
    expect(error.message).to.include('not a SQLite database');
    expect(await failureOf(open(join(file, 'below.db'), 1, people))).to.be.instanceOf(StoreUnavailable);
    expect((await failureOf(open(folder, 1, people))).message).to.include('cannot be opened');
  });

  it('refuses URLs it does not understand without repeating them', async () => {
    for (const url of [
      '',
      'sqlite:',
      'mysql://ann:secret@host/db',
      'ann:secret@host',
      'postgres://',
      'postgres://ann:secret@:x/',
      './secret.db'
    ]) {
      const { code, message } = await problemOf(createStore(url));
      expect(code).to.equal('storage_url');
      expect(message).not.to.match(/secret|ann\b|mysql/);
    }
  });

  it('refuses collections whose names could be syntax or do not exist', async () => {
    const wrong: Collection[] = [
      { ...people, name: 'a"b' },
      { ...people, name: 'schema_version' },
      { ...people, fields: { ...people.fields, 'x y': 'text' } },
      { ...people, key: [] },
      { ...people, key: ['nope'] },
      { ...people, search: ['nope'] }
    ];
    for (const collection of wrong)
      expect(await failureOf(open(':memory:', 1, collection))).to.be.instanceOf(TypeError);
    expect(await failureOf(open(':memory:', 1, people, people))).to.be.instanceOf(TypeError);
  });
});
