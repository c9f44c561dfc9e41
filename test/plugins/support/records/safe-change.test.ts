import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionsOf } from '../../../../core/store/index.js';
import { type DecisionRecord, RuleTables } from '../../../../core/rules/index.js';
import { UnderstanderAssembly } from '../../../../plugins/support/policy/readers.js';
import { SUPPORT_SCHEMA } from '../../../../plugins/support/records/schema.js';
import { bylaw } from '../../workbench/commands/command-root.js';
import { copiedRoot, editFile, SHIPPED_ROOT } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

const WINDOW = 'refund_window_days:\n    { type: integer, value: 30';

describe('changing rules safely', () => {
  const { root, remove } = copiedRoot();
  let service: TestService;
  before(async () => {
    const shipped = readFileSync(join(root, 'policies/refund/refund.yaml'), 'utf8');
    mkdirSync(join(root, 'policies/refund/trial'));
    const trial = shipped
      .replace('id: refund\n', 'id: refund\nmode: shadow\n')
      .replace('$schema=../../', '$schema=../../../')
      .replace(WINDOW, WINDOW.replace('30', '100'))
      .replaceAll('days_since_delivery: 31', 'days_since_delivery: 101');
    writeFileSync(join(root, 'policies/refund/trial/refund.yaml'), trial);
    service = await startService({ root });
  });
  after(async () => {
    await service?.stop();
    remove();
  });

  const stored = async (from: string, order: string) => {
    const query = service.store.prepare({ from, order: { by: order, direction: 'asc' } });
    return (await service.store.read([[query, {}]]))[0]!;
  };

  it('decides by the shadow too, acts on the table in force, and counts where they diverge', async () => {
    const talk = await service.client().talk('demo@example.com');
    const late = await talk.say('Please refund order ORD-1003');
    expect(late.reply).to.include('within 30 days');
    const ordinary = await talk.say('Please refund order ORD-1001');
    expect(ordinary.state).to.equal('escalated');
    expect(service.counted('agent.shadow_decisions', { table: 'refund', outcome: 'diverged' })).to.equal(1);
    expect(service.counted('agent.shadow_decisions', { table: 'refund', outcome: 'agreed' })).to.equal(1);
    const records = (await stored('decisions', 'decision_id')).map(row => row['record'] as DecisionRecord);
    const [record] = records.filter(({ table }) => table === 'refund');
    expect(record!.shadow).to.deep.include({ diverges: true, decision: 'eligible', reason: 'within_policy' });
    expect(records.filter(({ table }) => table === 'order_line')).to.have.length.above(0);
  });

  it('shows to who may read policies how often the shadow disagrees, and in which runs', async () => {
    const client = service.client();
    const { rules } = (await client.get('/v1/decisions/summary')).body;
    expect(rules).to.deep.include({ table: 'refund', rule: 'outside-window', count: 1, diverging: 1 });
    expect(rules).to.deep.include({ table: 'refund', rule: 'within-policy', count: 1, diverging: 0 });
    const { items } = (await client.get('/v1/decisions?table_name=refund&diverges=true')).body;
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      decision: 'not_eligible',
      shadow: { decision: 'eligible', reason: 'within_policy', rule: 'within-policy' }
    });
    expect((await client.get(`/v1/runs/${items[0].run_id}/trace`)).status).to.equal(200);
    expect((await client.get('/v1/decisions?table_name=refund&diverges=false')).body.items).to.have.length(1);
  });

  it('lists where the shadow diverged, without a word of a message, and makes no database where there is none', async () => {
    const replay = (...argv: string[]) => bylaw(['policy', 'replay', '--root', root, '--database', ...argv]);
    const { status, out, err } = await replay(`sqlite:${service.database}`, '--shadow', '--json');
    expect([status, err]).to.deep.equal([1, '']);
    const { diverged, changes } = JSON.parse(out);
    expect([diverged, changes[0].before, changes[0].after]).to.deep.equal([
      1,
      'not_eligible (outside_window)',
      'eligible (within_policy)'
    ]);
    expect(out).to.not.match(/refund order|@example/i);
    const none = await replay(`sqlite:${service.database}.gone`);
    expect([none.status, none.err]).to.deep.equal([
      2,
      `bylaw: there is no database ${service.database}.gone; --database or AGENT_STORAGE__DATABASE_URL names one with decisions`
    ]);
    const strange = await replay(`sqlite:${join(root, 'policies/facts.yaml')}`);
    expect([strange.status, strange.err]).to.deep.equal([
      2,
      'bylaw: the database cannot be used: its file is not a SQLite database'
    ]);
  });

  it('copies every record into an empty database, and writes into no other by mistake', async () => {
    const target = `sqlite:${service.database}.copy`;
    const copy = (...argv: string[]) =>
      bylaw(['support', 'copy', '--root', root, '--json', ...argv], { AGENT_STORAGE__DATABASE_URL: target });
    const { status, out, err } = await copy('--from', `sqlite:${service.database}`);
    expect([status, err]).to.deep.equal([0, '']);
    // The jobs of the running service may take their turn between two looks, and forget a rate that is over.
    const moving = { turns: undefined, rates: undefined };
    const counted = (text: string) => ({ ...(JSON.parse(text) as Record<string, number>), ...moving });
    const counts: Readonly<Record<string, number | undefined>> = counted(out);
    for (const { name, key } of collectionsOf(SUPPORT_SCHEMA).filter(each => !(each.name in moving)))
      expect(counts[name], name).to.equal((await stored(name, key[0]!)).length);
    expect(counts['decisions']).to.be.above(3);
    const again = await copy('--from', `sqlite:${service.database}`);
    expect([again.status, again.err.split(';')[0]]).to.deep.equal([
      2,
      'bylaw: the database to write holds records of its own'
    ]);
    const repeated = await copy('--from', `sqlite:${service.database}`, '--again');
    expect(counted(repeated.out)).to.deep.equal(counts);
    expect((await copy('--from', target)).err).to.include('another one than --from');
    const decisions = ['policy', 'replay', '--root', root, '--json', '--database'];
    expect((await bylaw([...decisions, target])).out).to.equal(
      (await bylaw([...decisions, `sqlite:${service.database}`])).out
    );
  });

  it('keeps an audit event of every change of the files in force and of every refusal, apart from the tenants', async () => {
    const from = service.documents.current.revision;
    expect((await service.client().get('/v1/policies/review')).status).to.equal(404);
    editFile(root, 'policies/refund/refund.yaml', text =>
      text.replace('can no longer be refunded', 'cannot be refunded any more')
    );
    const { to } = await service.documents.reload();
    editFile(root, 'policies/refund/refund.yaml', text => text.replace('priority: 90', 'priority: 100'));
    await service.documents.reload();
    const events = (await stored('audit', 'event_id')).filter(row => row['method'] === 'RELOAD');
    expect(events.map(({ status, tenant, resource }) => [status, tenant, resource])).to.deep.equal([
      [200, null, to],
      [422, null, to]
    ]);
    expect(events[0]!['detail']).to.deep.equal({
      event: 'policy.reloaded',
      outcome: 'reloaded',
      from,
      to,
      files: { added: [], removed: [], changed: ['policies/refund/refund.yaml'] },
      rules: { added: [], removed: [], changed: ['refund/outside-window'] },
      problems: []
    });
    expect((events[1]!['detail'] as { problems: string[] }).problems).to.deep.equal(['same_priority']);
    expect(service.counted('agent.policy_reloads', { outcome: 'refused' })).to.equal(1);
    const { body } = await service.client().get('/v1/audit?limit=200');
    expect(JSON.stringify(body)).to.not.include('RELOAD').and.to.not.include('"detail"');
    const ready = await service.client().get('/readyz');
    expect(JSON.stringify(ready.body)).to.include(`policy_refused: changed files have 1 problem; revision ${to}`);
  });

  it('answers while files are loaded again, and keeps what they do not touch', async () => {
    const talk = await service.client().talk('demo@example.com');
    const { current } = service.documents;
    const shipped = readFileSync(join(SHIPPED_ROOT, 'policies/refund/refund.yaml'), 'utf8');
    editFile(root, 'policies/refund/refund.yaml', () => `${shipped}# another comment\n`);
    let loading = true;
    const reloading = service.documents.reload().finally(() => (loading = false));
    let answered = 0;
    while (loading) {
      expect((await talk.read()).conversation_id).to.equal(talk.id);
      answered++;
    }
    expect((await reloading).outcome).to.equal('reloaded');
    expect(answered).to.be.at.least(3);
    const { current: after } = service.documents;
    expect(after.get(RuleTables)).not.to.equal(current.get(RuleTables));
    expect(after.get(UnderstanderAssembly)).to.equal(current.get(UnderstanderAssembly));
    await service.documents.reload();
    expect(service.documents.current).to.equal(after);
  });
});
