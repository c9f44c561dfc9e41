import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bylaw } from '../../workbench/commands/command-root.js';
import { copiedRoot, editFile } from '../../../harness/root.js';

const DECIDE = `kind: tool
version: 1
name: decide_something
description: Decides by a table.
handler: { use: rules.decide, with: { table: refnd, as: verdict, facts: { x: 3 } } }
arguments: { type: object, additionalProperties: false, properties: {} }
requires_identity: false
required_scopes: []
allowed_intents: [order_state]
idempotent: true
risk: read
`;

describe('plans, replies and tools', () => {
  const { root, remove } = copiedRoot();
  after(remove);

  it('are held against one another, with the place of each mistake', async () => {
    editFile(root, 'intents/order_status.yaml', text =>
      text
        .replace('order.tracking_number }}', 'order.tracking_numbr }}')
        .replace('ends: {', '  - { tool: lookup_customer, with: {} }\nends: {')
    );
    editFile(root, 'intents/account_details.yaml', text =>
      text
        .replace(/answered: /, 'answered: >-\n    {{ records.parcel.place }} ')
        .replace(/plan:\n/, 'plan:\n  - { tool: lookup_order, with: { order_id: $order.order_id } }\n')
    );
    writeFileSync(join(root, 'tools.d/support/decide_something.yaml'), DECIDE);
    const told = (await bylaw(['policy', 'check', '--root', root])).err.split('\n');
    const found = (code: string) =>
      told.filter(line => line.includes(`: ${code} `)).map(line => line.replace(/:\d+:\d+: \w+ /, ' '));
    expect(found('record_unknown')).to.deep.equal([
      "intents/account_details.yaml no earlier step of the plan gives a record 'order'; there are none",
      "intents/account_details.yaml the template reads 'records.parcel.place', but no step of the plan gives a record 'parcel'; there are order, customer",
      "intents/order_status.yaml the template reads 'order.tracking_numbr', but the record 'order' has no field 'tracking_numbr'; did you mean 'tracking_number'?"
    ]);
    expect(found('table_unknown')[0]).to.match(
      /^tools\.d\/support\/decide_something\.yaml no rule table decides 'refnd'; there are /
    );
  });

  it('say in a reply only what the decision proves', async () => {
    const { root: promising, remove: clean } = copiedRoot();
    editFile(promising, 'intents/refund_request.yaml', text =>
      text.replace("{{ decision.says }}'", "{{ decision.says }} A colleague will write to you today.'")
    );
    editFile(promising, 'intents/complaint.yaml', text =>
      text.replace('I have handed this to a colleague.', 'Somebody will call you tomorrow.')
    );
    const { err, status } = await bylaw(['policy', 'check', '--root', promising]);
    clean();
    expect(status).to.equal(0);
    expect(err).to.match(
      /intents\/refund_request\.yaml:\d+:\d+: warning: unprovable_reply nothing proves "A colleague will write to you today\." when the rule '[\w-]+' decides/
    );
    expect(err).to.match(
      /intents\/complaint\.yaml:\d+:\d+: warning: unprovable_reply nothing proves "Somebody will call you tomorrow\." when this is said/
    );
  });
});
