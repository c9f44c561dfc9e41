import { expect } from 'chai';
import { blocksOf, contentOf, fileOf, rewrite, shownIn } from './pages.js';
import { follow } from './shown.js';
import { Walker } from './walker.js';

/** Tests that all that a page shows happens when a reader follows it. */
export function walkThrough(page: string): void {
  const steps = blocksOf(page).filter(
    block => ['console', 'diff'].includes(block.language) || fileOf(block) !== undefined
  );
  if (!steps.some(block => block.language === 'console')) return;

  describe(`walking through ${page}`, function () {
    this.timeout(300_000);
    const walker = new Walker();
    before(() => walker.open());
    after(() => walker.close());

    for (const block of steps) {
      const file = fileOf(block);
      if (block.language === 'diff') it(`line ${block.line}: the change can be made`, () => walker.change(block));
      else if (file !== undefined)
        it(`line ${block.line}: ${file} can be added`, () => walker.create(file, contentOf(block)));
      else
        for (const { command, output, outputAt } of shownIn(block))
          it(`line ${block.line}: ${command.split('\n')[0]!.slice(0, 90)}`, async () => {
            const printed = await walker.run(command);
            const { missing, fresh } = follow(output, printed);
            expect(missing, `of what is shown, this was not printed:\n${printed}`).to.deep.equal([]);
            if (process.env['UPDATE_DOCS'] !== undefined) rewrite(page, outputAt, fresh);
          });
    }
  });
}
