import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareFigures } from '../../../../plugins/workbench/commands/figures.js';
import { bylaw, gardenRoot, plant } from './command-root.js';

const ROWS = '{"id": 1, "name": "rose"}\n\n{"id": 2, "name": "oak"}\n';
const root = gardenRoot({
  'seeds/rose.yaml': plant('rose'),
  'rows.jsonl': ROWS,
  'empty.jsonl': '\n\n',
  'broken.jsonl': `${ROWS}{"id": 3\n`,
  'number.jsonl': '3\n',
  'list.jsonl': '[{"name": "rose"}]\n',
  'nameless.jsonl': '{"id": 1, "name": "rose"}\n{"id": 2}\n',
  'better.json': '{"known": 0.4, "missed": 0.6}',
  'worse.json': '{"known": 0.9, "missed": 0.1, "gone": 1}',
  'nothing.json': 'null',
  'texts.json': '{"known": "0.5"}'
});
const broken = gardenRoot({ 'seeds/rose.yaml': plant('3'), 'rows.jsonl': ROWS });
const at = (file: string) => join(root, file);
const run = (...argv: string[]) => bylaw([...argv, '--root', root]);

describe('policy schema', () => {
  it('names the kinds, prints one and writes all', async () => {
    expect(await run('policy', 'schema')).to.deep.equal({
      status: 2,
      out: '',
      err: 'bylaw: name a kind of file: plant'
    });
    expect((await run('policy', 'schema', 'plnat')).err).to.equal('bylaw: name a kind of file: plant');
    const printed = await run('policy', 'schema', 'plant');
    expect([printed.status, printed.err]).to.deep.equal([0, '']);
    const schema = JSON.parse(printed.out) as Record<string, unknown>;
    expect(schema).to.include({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'bylaw plant',
      type: 'object'
    });

    const written = await run('policy', 'schema', '--write', at('new/schemas'));
    expect(written).to.deep.equal({ status: 0, out: `1 schemas written to ${at('new/schemas')}`, err: '' });
    expect(JSON.parse(readFileSync(at('new/schemas/plant.json'), 'utf8'))).to.deep.equal(schema);
  });

  it('says where it cannot write', async () => {
    const { status, err } = await run('policy', 'schema', '--write', at('rows.jsonl/below'));
    expect(status).to.equal(2);
    expect(err).to.match(/^bylaw: E\w+: .*rows\.jsonl/);
  });
});

describe('policy explain', () => {
  it('answers as text or JSON', async () => {
    expect(await run('policy', 'explain', 'plant', 'rose')).to.deep.equal({ status: 0, out: 'rose is known', err: '' });
    expect(JSON.parse((await run('policy', 'explain', 'plant', 'oak', '--json')).out)).to.deep.equal({ name: 'oak' });
  });

  it('says what it can explain, and how', async () => {
    const line = '  bylaw policy explain plant NAME  whether a plant is known';
    for (const [subject, said] of [
      [[], 'say what to explain'],
      [['tree', 'oak'], "'tree' is nothing to explain; there are"]
    ] as const) {
      const { status, err } = await run('policy', 'explain', ...subject);
      expect([status, err]).to.deep.equal([2, `bylaw: ${said}:\n${line}`]);
    }
    expect((await run('policy', 'explain', '--help')).out).to.include(line);
    expect((await run('policy', 'explain', 'plant')).err).to.equal('bylaw: usage: bylaw policy explain plant NAME');
  });

  it('explains by the sound files where others are broken, and says so', async () => {
    const { status, out, err } = await bylaw(['policy', 'explain', 'plant', 'rose', '--root', broken]);
    expect([status, out, err]).to.deep.equal([
      0,
      'rose is not known',
      'there is a problem, so this is said of the sound files alone; the first: seeds/rose.yaml:3:1: schema name must be text'
    ]);
  });
});

describe('eval', () => {
  it('prints the report, and the misses when asked', async () => {
    expect(await run('eval', 'plants', at('rows.jsonl'))).to.deep.equal({ status: 0, out: 'known: 0.5', err: '' });
    expect((await run('eval', 'plants', at('rows.jsonl'), '--errors')).out).to.equal('known: 0.5\nmissed oak');
  });

  it('prints JSON alone for machines', async () => {
    const result = { subject: 'plants', items: 2, figures: { known: 0.5, missed: 0.5 } };
    expect(JSON.parse((await run('eval', 'plants', at('rows.jsonl'), '--json')).out)).to.deep.equal(result);
    expect(JSON.parse((await run('eval', 'plants', at('rows.jsonl'), '--json', '--errors')).out)).to.deep.equal({
      ...result,
      errors: ['missed oak']
    });
  });

  it('writes predictions in input order and saves figures', async () => {
    await run('eval', 'plants', at('rows.jsonl'), '--predictions', at('out.jsonl'), '--save', at('saved.json'));
    expect(readFileSync(at('out.jsonl'), 'utf8')).to.equal('{"id":1,"known":true}\n{"id":2,"known":false}\n');
    expect((await run('eval', 'plants', at('rows.jsonl'), '--baseline', at('saved.json'))).status).to.equal(0);
  });

  it('ends with status 1 when a figure is worse than the baseline’s', async () => {
    expect((await run('eval', 'plants', at('rows.jsonl'), '--baseline', at('better.json'))).status).to.equal(0);
    const { status, out, err } = await run('eval', 'plants', at('rows.jsonl'), '--baseline', at('worse.json'));
    expect([status, out]).to.deep.equal([1, 'known: 0.5']);
    expect(err.split('\n')).to.deep.equal([
      'figure_worse known was 0.9, is 0.5',
      'figure_worse missed was 0.1, is 0.5',
      'figure_missing gone was 1 and is not measured any more'
    ]);
  });

  it('finds a figure that is no number any more worse, and one that is equal up to rounding not', () => {
    expect(compareFigures({ right: NaN, wrong: NaN }, { right: 0.5, wrong: 0.5 })).to.have.length(2);
    expect(compareFigures({ right: 0.1 + 0.2, wrong: 0.1 + 0.2 }, { right: 0.3, wrong: 0.3 })).to.deep.equal([]);
  });

  const bad: readonly [what: string, file: string, message: string][] = [
    ['that is missing', 'none.jsonl', 'cannot be read: ENOENT'],
    ['that is a folder', 'seeds', 'cannot be read: EISDIR'],
    ['without a line', 'empty.jsonl', 'holds no item'],
    ['with a line that is no JSON', 'broken.jsonl', ':4 is not a JSON object'],
    ['of numbers', 'number.jsonl', ':1 is not a JSON object'],
    ['of lists', 'list.jsonl', ':1 is not a JSON object'],
    ['with a line that lacks what is judged', 'nameless.jsonl', ":2 cannot be judged: the line lacks the key 'name'"]
  ];
  for (const [what, file, message] of bad)
    it(`refuses a file ${what}, and writes nothing`, async () => {
      const { status, out, err } = await run('eval', 'plants', at(file), '--save', at('never.json'));
      expect([status, out]).to.deep.equal([2, '']);
      expect(err).to.include(message).and.include(file);
      expect(existsSync(at('never.json'))).to.equal(false);
    });

  it('refuses figures that are none, a subject there is not, and policy files that are broken', async () => {
    for (const file of ['nothing.json', 'texts.json', 'rows.jsonl', 'gone.json'])
      expect((await run('eval', 'plants', at('rows.jsonl'), '--baseline', at(file))).err).to.include(
        'holds no saved figures; make it with --save'
      );
    expect((await run('eval', 'trees', at('rows.jsonl'))).err).to.include(
      "'trees' is nothing to evaluate; there are:\n  bylaw eval plants FILE  plants known by name"
    );
    expect((await run('eval', 'plants')).err).to.equal('bylaw: usage: bylaw eval plants FILE');
    const { status, err } = await bylaw(['eval', 'plants', at('rows.jsonl'), '--root', broken]);
    expect([status, err]).to.deep.equal([2, 'seeds/rose.yaml:3:1: schema name must be text']);
  });
});
