import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../../core/cli/main.js';
import { copiedRoot, editFile, withFewLessons } from '../../../harness/root.js';

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
  examples:
    - 'Where do I get spare parts?'
    - 'I need a spare part for my {product}'
    - 'do you sell spare parts for the {product}'
    - 'spare lid for my {product} please'
    - 'are there parts for this {product}'
    - 'the seal of my {product} is worn, can I buy one'
    - 'looking for a replacement gasket to buy'
    - 'is the hinge sold separately'
    - 'can I buy only the jug of the {product}'
    - 'where can I order a new knob for my {product}'
`;

/** What a policy team adds by files alone, tried by the command that explains a message. */
describe('teaching the agent by files', () => {
  const { root, remove } = copiedRoot();
  after(remove);

  const bylaw = async (...argv: string[]): Promise<string> => {
    const said: string[] = [];
    const keep = (line: string): void => void said.push(line);
    const status = await main([...argv, '--root', root], {
      env: { AGENT_SECURITY__API_KEYS: 'demo:demo-secret-of-a-test' },
      out: keep,
      err: keep
    });
    if (status !== 0) throw new Error(said.join('\n'));
    return said.join('\n');
  };
  const explained = async (message: string) =>
    JSON.parse(await bylaw('policy', 'explain', 'intent', message, '--json')) as {
      readonly intent: string;
      readonly likeliest: readonly { readonly voices: readonly { readonly gram: string }[] }[];
      readonly nearest: readonly { readonly intent: string }[];
    };

  before(() => {
    withFewLessons(root);
    editFile(root, 'tools.d/support/search_knowledge_base.yaml', text =>
      text.replace(/(allowed_intents:\s*\[)/, '$1spare_parts, ')
    );
    writeFileSync(join(root, 'intents/spare_parts.yaml'), SPARE_PARTS);
    editFile(root, 'intents/order_status.yaml', text =>
      text.replace(
        'understand:\n',
        "understand:\n  phrases:\n    - { say: 'nudge & <order>', weight: 0.9, reason: 'A word of this shop.' }\n"
      )
    );
  });

  const write = (file: string, rows: readonly object[]): string => {
    writeFileSync(join(root, file), rows.map(row => JSON.stringify(row)).join('\n'));
    return join(root, file);
  };

  it('takes a new intent by its examples, and a phrase', async () => {
    const file = write('taught.jsonl', [
      { id: 'a', label: 'spare_parts', text: 'parts for my kettle, are there spare ones' },
      { id: 'b', label: 'spare_parts', text: 'where can I buy a gasket for the percolator' },
      { id: 'c', label: 'order_status', text: 'my order could do with a nudge' },
      { id: 'd', label: 'order_status', text: 'where is my parcel' }
    ]);
    const { errors } = JSON.parse(await bylaw('eval', 'intents', file, '--json', '--errors')) as { errors: unknown };
    expect(errors).to.deep.equal([]);
  });

  it('says which n-grams and examples spoke', async () => {
    const { intent, likeliest, nearest } = await explained('can I buy spare parts for my percolator');
    expect(intent).to.equal('spare_parts');
    expect(likeliest[0]?.voices.map(({ gram }) => gram).join()).to.include('spare');
    expect(nearest.map(each => each.intent)).to.include('spare_parts');
  });

  it('prints what each intent comes to on examples that were held back, and refuses a fit that disturbs others', async function () {
    this.timeout(300_000);
    // What `bylaw learn` keeps of a fit, here of one that understood every thanks; the walk through the page keeps one.
    const before = JSON.stringify({ thanks: { rows: 10, right: 10, wrong: 0 } });
    const kept = join(root, '.bylaw/intents-figures.json');
    writeFileSync(kept, before);
    editFile(root, 'intents/examples/kinds.yaml', text => text.replace(/\n {2}thanks:\n/, '\n  spare_parts:\n'));
    const refused = await bylaw('learn').catch((error: unknown) => String(error));
    expect(refused).to.match(/spare_parts +\d\d /);
    expect(refused).to.match(/worse: thanks: 100.* right and 0.* wrong before/);
    expect(refused).to.include('not kept');
    expect(readFileSync(kept, 'utf8')).to.equal(before);
  });
});
