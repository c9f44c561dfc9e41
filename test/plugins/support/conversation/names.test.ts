import { expect } from 'chai';
import { bylaw } from '../../workbench/commands/command-root.js';
import { copiedRoot, editFile } from '../../../harness/root.js';

describe('policy check of the dialogue', () => {
  const copied = copiedRoot();
  const { root } = copied;
  after(() => copied.remove());

  it('names intents and acts that there are not, where they stand', async () => {
    const edit = (path: string, from: string, to: string) => editFile(root, path, text => text.replace(from, to));
    edit('policies/dialogue/issues/not_received.yaml', 'while_coming: order_status', 'while_coming: order_statis');
    edit('policies/dialogue/follow-ups/conversation.yaml', 'offers: human_agent', 'offers: human_agnt');
    edit('policies/dialogue/follow-ups/conversation.yaml', 'acts: [goes_on]', 'acts: [goes_onn]');
    const { status, err } = await bylaw(['policy', 'check', '--root', root]);
    expect(status).to.equal(1);
    expect(err).to.match(/not_received\.yaml:\d+:\d+: unknown_intent "order_statis" is no intent/);
    expect(err).to.match(
      /conversation\.yaml:\d+:\d+: unknown_intent "human_agnt" in after, hints or offers is no intent/
    );
    expect(err).to.match(/conversation\.yaml:\d+:\d+: unknown_act "goes_onn" in acts or before is no act/);
  });
});
