import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { type LogLine, startService, type TestService } from '../../../harness/service.js';

const LATER_MS = 120 * 24 * 3_600_000;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** When an id says that it was made: ids of a process whose clock was ahead before stay ahead. */
const madeAt = (id: string): number =>
  Array.from(id.slice(id.indexOf('_') + 1).slice(0, 10)).reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);

describe('support agent: how long records are kept', () => {
  let service: TestService;
  before(async () => void (service = await startService()));
  after(() => service.stop());

  it('is what the files say for each kind, whichever instance takes the turn, and on record', async () => {
    const client = service.client();
    const talk = await client.talk('demo@example.com');
    for (let i = 0; i < 5; i++) await talk.say('Where is ORD-1002?', { 'Idempotency-Key': `key-${i}` });
    const { run_id } = (await client.get('/v1/runs')).body.items[0];
    expect((await client.get(`/v1/runs/${run_id}/trace`)).body.steps).not.to.deep.equal([]);

    const now = () => new Date(madeAt(run_id as string) + LATER_MS);
    const instances = [await service.variant({ now }), await service.variant({ now })];
    try {
      const lines = () => instances.flatMap(({ log }) => log.filter(({ event }) => event === 'retention.removed'));
      while (lines().length === 0) await sleep(50);
      expect(lines().map(({ fields }) => fields)).to.have.length(1);
      expect(lines()[0]!.fields).to.include({ responses: 5, traces: 5, complete: true });
      // Runs and conversations are kept longer than their steps and first responses.
      expect((await client.get('/v1/runs')).body.items).to.have.length(5);
      expect((await client.get(`/v1/runs/${run_id}/trace`)).body.steps).to.deep.equal([]);
      expect((await talk.read()).turns).to.equal(5);
      const audit = async () => {
        const query = service.store.prepare({ from: 'audit', where: { route: { is: '=', param: 'route' } } });
        return (await service.store.read([[query, { route: 'retention.removed' }]]))[0]!;
      };
      while ((await audit()).length === 0) await sleep(50);
      expect((await audit())[0]!['detail']).to.deep.include({ removed: { responses: 5, traces: 5 } });
    } finally {
      for (const instance of instances) await instance.stop();
    }
  });

  it('ends for every kind, so many records in a turn and the rest in the next', async () => {
    const { root, remove } = copiedRoot();
    editFile(root, 'policies/retention/retention.yaml', text =>
      text.replace(/most_in_a_turn: \d+/, 'most_in_a_turn: 4')
    );
    const kept = await startService({ root });
    const client = kept.client();
    const talk = await client.talk('demo@example.com');
    for (let i = 0; i < 6; i++) await talk.say('I want a refund for ORD-1001', { 'Idempotency-Key': `key-${i}` });
    await client.post(`${talk.path}/feedback`, { helpful: true });
    const { run_id } = (await client.get('/v1/runs')).body.items[0];
    const end = madeAt(run_id as string) + 3 * 365 * 24 * 3_600_000;

    const turn = async (hours: number) => {
      const instance = await kept.variant({ now: () => new Date(end + hours * 3_600_000) });
      const told = (): LogLine | undefined => instance.log.find(({ event }) => event === 'retention.removed');
      while (told() === undefined) await sleep(50);
      await instance.stop();
      return told()!.fields;
    };
    const { duration_ms: _, ...first } = await turn(0);
    const four = { responses: 4, traces: 4, runs: 4, decisions: 4, audit: 4 };
    expect(first).to.deep.equal({ ...four, conversations: 1, feedback: 1, tickets: 1, complete: false });
    const rest = await turn(1);
    expect(rest).to.include({ responses: 2, traces: 2, runs: 2, decisions: 4 }).and.not.have.property('tickets');
    for (let hours = 2, complete: unknown = false; complete !== true; hours++) ({ complete } = await turn(hours));
    for (const from of ['responses', 'traces', 'conversations', 'runs', 'decisions', 'feedback', 'tickets']) {
      const [rows] = await kept.store.read([[kept.store.prepare({ from }), {}]]);
      expect(rows, from).to.deep.equal([]);
    }
    await kept.stop();
    remove();
  });
});
