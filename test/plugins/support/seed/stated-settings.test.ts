import { expect } from 'chai';
import { bylaw } from '../../workbench/commands/command-root.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService } from '../../../harness/service.js';

const REFUND = 'policies/refund/refund.yaml';
const ARTICLE = 'seeds/knowledge/refund-window.yaml';

describe('a number that stands in a setting', () => {
  const { root, remove } = copiedRoot();
  after(remove);
  const check = async () => (await bylaw(['policy', 'check', '--root', root])).err.split('\n');

  it('is told by articles as the setting says it, from the reload on that changes it', async () => {
    const service = await startService({ root });
    try {
      const ask = async () => {
        const client = service.client();
        const { body } = await client.post('/v1/conversations', {});
        const said = await client.post(`/v1/conversations/${body.conversation_id}/messages`, {
          message: 'How many days do I have to ask for a refund?'
        });
        return said.body.reply as string;
      };
      expect(await ask()).to.match(/\b30 days/);
      editFile(root, REFUND, text =>
        text
          .replace(
            'integer, value: 30, unit: days, meaning: The last',
            'integer, value: 45, unit: days, meaning: The last'
          )
          .replaceAll('days_since_delivery: 31', 'days_since_delivery: 46')
      );
      expect((await service.documents.reload()).problems).to.deep.equal([]);
      expect(await ask())
        .to.match(/\b45 days/)
        .and.not.match(/\b30 days/);
    } finally {
      await service.stop();
    }
  });

  it('is told as it is on the day of the message, without a reload', async () => {
    editFile(root, REFUND, text => text.replace('value: 45, unit', "value: 45, from: { '2090-01-01': 21 }, unit"));
    const service = await startService({ root });
    let now = new Date('2089-12-31T23:59:59Z');
    const moved = await service.variant({ now: () => now });
    try {
      const ask = async () => {
        const talk = await moved.client().talk();
        return (await talk.say('How many days do I have to ask for a refund?')).reply;
      };
      expect(await ask()).to.match(/\b45 days/);
      now = new Date('2090-01-01T00:00:00Z');
      expect(await ask())
        .to.match(/\b21 days/)
        .and.not.match(/\b45 days/);
      expect(service.documents.at(now).revision).to.equal(service.documents.current.revision);
    } finally {
      await moved.stop();
      await service.stop();
    }
    editFile(root, REFUND, text => text.replace(", from: { '2090-01-01': 21 }", ''));
  });

  it('is refused today where it cannot be said from a later day on', async () => {
    const file = 'policies/return/return.yaml';
    const dated = "value: 14, from: { '2090-01-01': 15 }, unit: days, meaning: From";
    editFile(root, file, text => text.replace('value: 14, unit: days, meaning: From', dated));
    expect(await check()).to.include(
      "seeds/knowledge/lost-parcel.yaml:9:50: setting_name_ambiguous from 2090-01-01 on: 'lost_parcel_days_after_promise' is 14 in one table and 15 in another; say {{ setting.refund.lost_parcel_days_after_promise }} or {{ setting.return.lost_parcel_days_after_promise }}"
    );
    editFile(root, file, text => text.replace(dated, 'value: 14, unit: days, meaning: From'));
  });

  it('is found where a text copies it, where it contradicts it, and where only the usual case is told', async () => {
    const named = '{{ setting.refund_window_days }}';
    editFile(root, ARTICLE, text =>
      text.replace(`up to ${named} days`, 'up to 60 days').replace(`More than ${named} days`, 'More than 45 days')
    );
    editFile(root, REFUND, text =>
      text.replace('value: 45, unit', 'value: 45, by: order_status, values: { cancelled: 14 }, unit')
    );
    const found = await check();
    const where = `the setting 'refund_window_days' (${REFUND}:47)`;
    expect(found.filter(line => line.startsWith(ARTICLE))).to.deep.equal([
      `${ARTICLE}:9:3: warning: setting_contradicted 60 is said where ${where} is 45; write ${named} in place of 60, or say what else it counts`,
      `${ARTICLE}:11:3: warning: setting_by_case only the usual value of 'refund_window_days' is told, which is 14 for cancelled; tell the cases too, as {{ setting.refund_window_days.cancelled }}`,
      `${ARTICLE}:12:3: warning: setting_copied 45 is ${where}; write ${named} in place of 45, so that it follows`
    ]);
    expect(found.filter(line => line.includes('setting_by_case'))).to.have.lengthOf(3);
  });

  it('has every case told: those that a list leaves out, and those named in a sentence without a figure', async () => {
    const file = 'seeds/knowledge/return-window.yaml';
    const setting = '{{ setting.return_window_days';
    editFile(root, 'policies/return/return.yaml', text =>
      text.replace(
        '{ type: integer, value: 30, unit: days, meaning: The last',
        '{ type: integer, value: 30, by: order_status, values: { delivered: 30, cancelled: 14, shipped: 60 }, unit: days, meaning: The last'
      )
    );
    editFile(root, file, text =>
      text
        .replace(/(up to .* days after delivery)\./, `$1, cancelled ones up to ${setting}.cancelled }} days.`)
        .replace('applies to electronics,', 'applies to shipped returns, electronics,')
    );
    const lines = (await check()).filter(line => line.startsWith(file) && line.includes('setting_by_case'));
    const left = (line: string) => [...line.matchAll(/\d+ for (\w+)/g)].map(([said]) => said);
    expect(lines.map(line => [line.split(':')[1], ...left(line)])).to.deep.equal([
      ['9', '30 for delivered', '60 for shipped'],
      ['11', '30 for delivered', '60 for shipped'],
      ['12', '60 for shipped'],
      ['13', '30 for delivered', '60 for shipped']
    ]);
    expect(lines[2]).to.include(
      'say whether this sentence still holds, or tell it as {{ setting.return_window_days.shipped }}'
    );
  });

  it('is an error where no table, or more than one value, goes by the name', async () => {
    editFile(root, ARTICLE, text => text.replace('60 days', '{{ setting.refund_widow_days }} days'));
    editFile(root, 'policies/return/return.yaml', text =>
      text.replace('value: 14, unit: days, meaning: From', 'value: 15, unit: days, meaning: From')
    );
    const found = await check();
    expect(found).to.include(
      `${ARTICLE}:9:34: setting_name_unknown no rule table has a setting 'refund_widow_days' with one value; did you mean 'refund_window_days'?`
    );
    editFile(root, REFUND, text => text.replace('{ type: integer, value: 45', '{ type: integer, valu: 45'));
    expect((await check()).join('\n'), 'echoes of a cause')
      .to.include(`${REFUND}:47:3: schema settings.refund_window_days lacks the key 'value'`)
      .and.not.include('setting_name_');
    expect(found).to.include(
      "seeds/knowledge/lost-parcel.yaml:9:50: setting_name_ambiguous 'lost_parcel_days_after_promise' is 14 in one table and 15 in another; say {{ setting.refund.lost_parcel_days_after_promise }} or {{ setting.return.lost_parcel_days_after_promise }}"
    );
  });
});
