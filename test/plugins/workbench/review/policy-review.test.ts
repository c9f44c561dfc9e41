import { expect } from 'chai';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LONGER, parkingRoot, run } from '../changes/parking-root.js';
import { recorded } from '../replay/recorded.js';
import { TABLE } from '../../../core/rules/table-root.js';

describe('policy review', () => {
  it('joins what a change means, what it would have decided, and what the examples see', async () => {
    const root = parkingRoot({ 'decisions.jsonl': await recorded() });
    const longer = parkingRoot({ 'policies/parking.yaml': LONGER });
    const review = (...argv: string[]) => run(root, 'policy', 'review', root, longer, '--no-eval', ...argv);
    const { status, out } = await review('--database', join(root, 'decisions.jsonl'));
    expect(status).to.equal(1);
    expect(out).to.include('| recorded decisions that come out otherwise | 4 of 5 |');
    expect(out)
      .to.include('| tables that decide otherwise | parking |')
      .and.to.match(/\| lines of text \| \+(\d) −\1 \|/);
    expect(out).to.include('- 3 to 4 hours: pay (standard) → free (short stay)');
    expect(out).to.include('- parking: 3 × pay (standard) → free (short\\_stay)');
    expect(out).to.include(
      '| parking | 4 rules, 9 examples, 8 of 8 outcomes of comparisons | 4 rules, 9 examples, 8 of 8 outcomes of comparisons |'
    );
    expect((await review()).out).to.include('Not replayed: no database was given.');
    expect((await run(root, 'policy', 'review', root, root)).status).to.equal(0);
    const moved = parkingRoot({ 'policies/of-our-lot.yaml': TABLE });
    rmSync(join(moved, 'policies/parking.yaml'));
    const page = (await run(root, 'policy', 'review', root, moved, '--no-eval')).out;
    expect(page)
      .to.include('| lines of text | +0 −0 |')
      .and.to.include('rule-table parking moved: policies/of-our-lot');
  });

  it('groups what becomes of what, and shows changed rules side by side with links to their lines', async () => {
    const root = parkingRoot();
    const other = parkingRoot({
      'policies/parking.yaml': LONGER.replace('Your car was towed.', 'Your car is at the pound.')
    });
    const link = 'https://git.example/{revision}/{file}#L{line}';
    const { out } = await run(root, 'policy', 'review', other, root, '--no-eval', '--link', link);
    expect(out).to.match(/\| was \| is \| kinds of case \|\n\| --- .*\n(?:\| .* \| \d+ \|\n){2}/);
    expect(out).to.include('#### towed (R1)').and.to.not.include('#### large (R3)');
    const links = out.split('\n')[out.split('\n').indexOf('#### towed (R1)') + 2];
    const place = 'policies/parking.yaml';
    expect(links).to.equal(
      `[${other} ${place}:16](<https://git.example/${other}/${place}#L16>) · the files on disk ${place}:16`
    );
    expect(out).to.include('| tells the customer | Your car is at the pound. | Your car was towed. |');
    expect(out).to.match(/#### free hours\n\n\[.*#L10.*\n\n.*\n.*\n\| is \| 4 \| 2 \|/);
    expect((await run(root, 'policy', 'review', other, root, '--link', 'javascript:x')).err).to.include(
      '--link is an https'
    );
  });

  it('writes one HTML file that loads nothing and takes no markup from the files', async () => {
    const root = parkingRoot();
    const sly = parkingRoot({
      'policies/parking.yaml': TABLE.replace('Your car was towed.', `<script src="x">'&amp;</script>`)
    });
    const file = join(root, 'review.html');
    const { status, out } = await run(
      root,
      'policy',
      'review',
      root,
      sly,
      '--format',
      'html',
      '--out',
      file,
      '--no-eval'
    );
    expect([status, out]).to.deep.equal([1, '']);
    const html = readFileSync(file, 'utf8');
    expect(html)
      .to.match(/^<!doctype html>/)
      .and.to.include('&lt;script src=&quot;x&quot;&gt;&#39;&amp;amp;&lt;/script&gt;');
    expect(html).to.not.match(/<script|src=["']?http|<link|<img|url\(/);
    expect((await run(root, 'policy', 'review', root, sly, '--format', 'pdf')).err).to.include(
      '--format is one of md, html, json'
    );
  });
});
