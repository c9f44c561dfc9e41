import { expect } from 'chai';
import { copiedRoot, editFile, SHIPPED_ROOT } from '../../../harness/root.js';
import { bylaw } from '../../workbench/commands/command-root.js';

describe('policy diff of the table that judges lines', () => {
  const { root, remove } = copiedRoot();
  after(remove);

  it('names the facts that count its verdicts, and what these can change', async () => {
    editFile(root, 'policies/lines/lines.yaml', text => text.replace('      - final_sale\n', ''));
    editFile(root, 'policies/lines/lines.yaml', text =>
      text.replaceAll('line_category: final_sale', 'line_category: gift_card')
    );
    const argv = [
      'policy',
      'diff',
      SHIPPED_ROOT,
      root,
      '--root',
      root,
      '--no-eval',
      '--fail-on',
      'decisions',
      '--json'
    ];
    const { status, out, err } = await bylaw(argv);
    expect([status, err]).to.deep.equal([1, '']);
    const { facts, reach } = JSON.parse(out) as {
      facts: { fact: string; how: string }[];
      reach: { table: string; facts: string[]; cells: { open: string } }[];
    };
    expect(facts.map(({ fact, how }) => `${fact}: ${how}`)).to.include('lines_eligible: made of what changes');
    const refund = reach.find(({ table }) => table === 'refund')!;
    expect(refund.facts).to.include.members(['lines_eligible', 'lines_not_excluded']);
    expect(Number(refund.cells.open)).to.be.above(0);
  });
});
