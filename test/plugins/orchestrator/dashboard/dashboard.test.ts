import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, watched } from '../../../harness/browser.js';
import { Files, TestOrchestrator } from '../fixture/index.js';
import { callsOnly, Upstream } from '../fixture/upstream.js';

const RULES = `
  - id: to-b
    priority: 10
    when: { tool: echo }
    to: { servers: [b] }
    examples: [{ method: tools/call, params: { name: echo } }]
    near_misses: [{ method: tools/call, params: { name: other } }]`;

describe('the dashboard', () => {
  let browser: Browser;
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  let files: Files;

  before(async () => {
    files = new Files(RULES);
    [browser, orchestrator, upstream] = await Promise.all([
      launchBrowser(),
      TestOrchestrator.start({ files }),
      Upstream.start()
    ]);
    await orchestrator.register('b', upstream.url);
    // One failure in a few is no reason to doubt a server.
    for (let i = 0; i < 20; i++) await orchestrator.call();
    upstream.behave = callsOnly((_received, response) => response.destroy());
    await orchestrator.call();
    upstream.sound();
  });
  after(async () => {
    await Promise.all([browser.close(), orchestrator.stop(), upstream.kill()]);
    files.remove();
  });

  /** Opens the page and fails when it breaks its own policy or asks anybody else for anything. */
  async function open(of: TestOrchestrator): Promise<{ readonly page: Page; readonly wrong: readonly string[] }> {
    const page = await browser.newPage();
    const wrong = watched(page, of.url);
    await page.goto(`${of.url}/dashboard`);
    return { page, wrong };
  }

  it('shows servers, traffic, failures and rules as they are, within its content-security policy', async () => {
    const { page, wrong } = await open(orchestrator);
    await page.getByText('healthy', { exact: true }).waitFor();
    const text = async (id: string) => (await page.locator(id).innerText()).replace(/\s+/g, ' ');
    expect(await text('#status')).to.equal('healthy, 1 of 1 servers healthy');
    expect(await text('#totals')).to.match(/^Requests 21 /);
    expect(await text('#servers tbody')).to.match(/^b healthy 21 0 /);
    expect(await text('#failures tbody')).to.contain('b tools/call connection_lost UND_ERR_SOCKET 1');
    expect(await text('#rules tbody')).to.equal('10 to-b b round_robin policies/routing/rules.yaml:4');
    const policy = (await orchestrator.get('/dashboard')).headers.get('content-security-policy');
    expect(policy).to.contain("default-src 'none'").and.contain("script-src 'self'").and.not.contain('unsafe');
    expect(await text('#latency figcaption')).to.match(/p50 [\d.]+ p95 [\d.]+ p99 [\d.]+$/);
    expect(wrong).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 800 });
    const wider = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect(wider, 'wider than a phone').to.equal(false);
    const paper = 'getComputedStyle(document.body).backgroundColor';
    const light = await page.evaluate(paper);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(paper)).not.to.equal(light);
    await page.close();
  });

  it('drains, takes back and removes a server, by keyboard, and leaves the keyboard where it was', async () => {
    const { page, wrong } = await open(orchestrator);
    const other = await Upstream.start();
    await orchestrator.register('c', other.url);
    await page.getByRole('button', { name: 'Drain c' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('healthy, draining').waitFor();
    expect((await orchestrator.get('/servers/c?detail=true')).body.state).to.equal('draining');
    await page.getByRole('button', { name: 'Remove c' }).focus();
    await page.waitForResponse(response => response.url().endsWith('/rules'));
    await page.waitForTimeout(200);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('Remove c');
    await page.getByRole('button', { name: 'Activate c' }).click();
    await page.getByRole('button', { name: 'Drain c' }).waitFor();
    page.once('dialog', dialog => void dialog.accept());
    await page.getByRole('button', { name: 'Remove c' }).click();
    await page.getByRole('button', { name: 'Remove c' }).waitFor({ state: 'detached' });
    expect((await orchestrator.get('/servers/c')).status).to.equal(404);
    expect(wrong).to.deep.equal([]);
    await page.close();
    await other.kill();
  });

  it('explains where a request would go, shows how each tool does, and lets a changed one be accepted', async () => {
    const { page } = await open(orchestrator);
    await page.getByLabel('Tool', { exact: true }).fill('echo');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('by rule to-b (policies/routing/rules.yaml:4)').waitFor();
    const tools = page.locator('#tools tbody');
    expect((await tools.innerText()).replace(/\s+/g, ' ')).to.match(
      /^b echo as first seen 20 1 [\d.]+ [\d.]+ [\d.]+ ?$/
    );
    upstream.tools = [{ name: 'echo', description: 'Something else.' }];
    const { fleet, prober } = orchestrator.endpoint.service;
    upstream.behave = (_received, response) => (response.destroy(), true);
    await prober.probe(fleet.get('b')!);
    upstream.sound();
    for (let i = 0; i < 2; i++) await prober.probe(fleet.get('b')!);
    await page.getByRole('button', { name: /^Accept tools of b/ }).click();
    await page.getByRole('button', { name: /^Accept tools of b/ }).waitFor({ state: 'detached' });
    expect((await orchestrator.get('/servers/b?detail=true')).body.tools[0].changed).to.equal(false);
    await page.close();
  });

  it('is live: what happens shows without a reload', async () => {
    const { page } = await open(orchestrator);
    await page.getByText('healthy', { exact: true }).waitFor();
    const other = await Upstream.start();
    await orchestrator.register('newcomer', other.url);
    await page.locator('#servers').getByRole('cell', { name: 'newcomer', exact: true }).waitFor();
    await orchestrator.send('DELETE', '/servers/newcomer');
    await page.locator('#servers').getByRole('cell', { name: 'newcomer', exact: true }).waitFor({ state: 'detached' });
    await page.close();
    await other.kill();
  });

  it('asks for a key where one is needed, and shows nothing without it', async () => {
    const closed = await TestOrchestrator.start({ env: { MCP_API_KEYS: 'me:open-sesame' } });
    const { page, wrong } = await open(closed);
    await page.getByText('a key is needed').waitFor();
    await page.getByLabel('Key').fill('open-sesame');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('healthy, 0 of 0 servers healthy').waitFor();
    expect(wrong).to.deep.equal([]);
    await page.close();
    await closed.stop();
  });
});
