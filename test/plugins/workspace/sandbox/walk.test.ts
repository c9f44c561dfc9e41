import { expect } from 'chai';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { contextFor, makeFixture, type Fixture } from '../workspace-fixture.js';

describe('a walk', () => {
  let fixture: Fixture;
  beforeEach(() => (fixture = makeFixture()));
  afterEach(() => fixture.remove());

  const walk = async (
    options: { path?: string; maxDepth?: number; includeHidden?: boolean; expired?: boolean } = {}
  ) => {
    const context = await contextFor(fixture.root, options.expired ? { expired: true } : {});
    const seen: string[] = [];
    const { path = '', includeHidden = false, maxDepth = Number.POSITIVE_INFINITY } = options;
    for (const entry of context.sandbox.walk({
      path,
      includeHidden,
      maxDepth,
      deadline: context.deadline,
      signal: context.signal
    }))
      seen.push(`${entry.depth} ${entry.kind} ${entry.path}`);
    return seen;
  };

  it('goes depth first, by name, and names links without following them', async () => {
    fixture.write('b/z.txt', '');
    fixture.write('b/a/x.txt', '');
    fixture.write('a.txt', '');
    fixture.write('.hidden/y.txt', '');
    symlinkSync('b', join(fixture.root, 'c'));
    symlinkSync(join(fixture.base, 'outside'), join(fixture.root, 'd'));
    const all = [
      '1 file a.txt',
      '1 directory b',
      '2 directory b/a',
      '3 file b/a/x.txt',
      '2 file b/z.txt',
      '1 symlink c',
      '1 symlink d'
    ];
    expect(await walk()).to.deep.equal(all);
    expect(await walk({ maxDepth: 1 })).to.deep.equal(all.filter(line => line.startsWith('1')));
    expect(await walk({ path: 'b' })).to.deep.equal(['1 directory b/a', '2 file b/a/x.txt', '1 file b/z.txt']);
    expect(await walk({ includeHidden: true })).to.include('2 file .hidden/y.txt');
  });

  it('survives a tree that is deeper than a path can be long', async () => {
    let folder = fixture.root;
    const name = 'd'.repeat(200);
    const start = process.cwd();
    try {
      for (let depth = 0; depth < 30; depth++) {
        process.chdir(folder);
        mkdirSync(name);
        folder = name;
      }
    } finally {
      process.chdir(start);
    }
    const seen = await walk();
    expect(seen.length).to.be.greaterThan(10).and.lessThan(31);
  });

  it('stops at the deadline and when it is cancelled', async () => {
    fixture.write('a.txt', '');
    expect(await walk({ expired: true })).to.deep.equal([]);
    const controller = new AbortController();
    for (let index = 0; index < 300; index++) fixture.write(`f${index}`, '');
    const context = await contextFor(fixture.root, { signal: controller.signal });
    let seen = 0;
    let reason: unknown;
    try {
      for (const _ of context.sandbox.walk({ deadline: context.deadline, signal: controller.signal })) {
        if (++seen === 1) controller.abort(new Error('cancelled'));
      }
    } catch (error) {
      reason = error;
    }
    expect(reason).to.have.property('message', 'cancelled');
    expect(seen).to.be.lessThan(300);
  });
});
