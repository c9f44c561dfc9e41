import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds serious or critical on a page, in its shadow trees too: each rule with the first element that breaks it. */
export async function accessible(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the page's own policy does not bind.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') });
  const { result } = await session.send('Runtime.evaluate', {
    expression: "axe.run(document, { resultTypes: ['violations'] }).then(found => JSON.stringify(found.violations))",
    awaitPromise: true,
    returnByValue: true
  });
  await session.detach();
  return (JSON.parse(result.value as string) as readonly Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary ?? ''}`);
}
