import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../../core/cli/main.js';
import { copiedRoot, editFile } from '../../../harness/root.js';

const SPARE_PARTS = `
kind: intent
version: 1
name: spare_parts
description: Parts of goods that are sold on their own.
offer: find a spare part
requires: { identity: false, order: false }
plan:
  - tool: search_knowledge_base
    with: { query: $question, topic: returns }
ends: { state: answered }
replies:
  answered: "{{ answer }}"
understand:
  phrases:
    - { say: 'spare & part|parts', weight: 0.95 }
  examples:
    - 'Where do I get spare parts?'
`;

const WORDS = `
kind: vocabulary
version: 1
name: shop_words
also:
  cancel: [put the brakes on]
`;

/** What a policy team adds by files alone, tried by the command that explains a message. */
describe('teaching the agent by files', () => {
  const { root, remove } = copiedRoot();
  after(remove);

  const bylaw = async (...argv: string[]): Promise<string> => {
    const said: string[] = [];
    const keep = (line: string): void => void said.push(line);
    const status = await main([...argv, '--root', root], { env: {}, out: keep, err: keep });
    if (status !== 0) throw new Error(said.join('\n'));
    return said.join('\n');
  };
  const explained = async (message: string) =>
    JSON.parse(await bylaw('policy', 'explain', 'intent', message, '--json')) as {
      readonly intent: string;
      readonly likeliest: readonly { readonly intent: string; readonly words: readonly string[] }[];
    };

  before(() => {
    editFile(root, 'tools.d/support/search_knowledge_base.yaml', text =>
      text.replace(/(allowed_intents:\s*\[)/, '$1spare_parts, ')
    );
    writeFileSync(join(root, 'intents/spare_parts.yaml'), SPARE_PARTS);
    writeFileSync(join(root, 'intents/vocabulary/shop-words.yaml'), WORDS);
    editFile(root, 'intents/order_status.yaml', text =>
      text.replace('  phrases:\n', "  phrases:\n    - { say: 'nudge & <order>', weight: 0.9 }\n")
    );
  });

  const strange = 'the gasket of my percolator perished';
  const write = (file: string, rows: readonly object[]): string => {
    writeFileSync(join(root, file), rows.map(row => JSON.stringify(row)).join('\n'));
    return join(root, file);
  };

  it('takes a new intent, a synonym and a phrase in any order', async () => {
    const file = write('taught.jsonl', [
      { id: 'a', label: 'spare_parts', text: 'parts for my kettle, are there spare ones' },
      { id: 'b', label: 'cancel_order', text: 'please put the brakes on my order' },
      { id: 'c', label: 'order_status', text: 'my order could do with a nudge' },
      { id: 'd', label: 'out_of_scope', text: strange }
    ]);
    const { errors } = JSON.parse(await bylaw('eval', 'intents', file, '--json', '--errors')) as { errors: unknown };
    expect(errors).to.deep.equal([]);
  });

  it('learns from labelled messages what no phrase names', async () => {
    const lessons = write('parts.jsonl', [
      { label: 'spare_parts', text: '{a gasket|a hinge|a knob} of my {percolator|grinder} {perished|snapped off}' },
      { label: 'order_status', text: '{where is|when comes} {my order|my parcel}' },
      { label: 'out_of_scope', text: '{tell me a joke|who won the match|how do I bake bread}' }
    ]);
    // An example that fails as yet does not stand in the way of what mends it.
    editFile(root, 'intents/spare_parts.yaml', text => `${text}    - '${strange}'\n`);
    expect(await bylaw('support', 'fit', lessons, '--write')).to.include('fitted to 15 messages of 3 intents');
    const { intent, likeliest } = await explained(strange);
    expect(intent).to.equal('spare_parts');
    expect(likeliest[0]?.words).to.include.members(['gasket', 'percolator']);
  });

  it('refuses a lesson without a label, with its line', async () => {
    const lessons = write('unlabelled.jsonl', [{ label: 'thanks', text: 'ta' }, { text: 'hello' }]);
    const refused = await bylaw('support', 'fit', lessons).catch((error: unknown) => String(error));
    expect(refused).to.include("unlabelled.jsonl:2 cannot be learned from: the line lacks the key 'label'");
  });
});
