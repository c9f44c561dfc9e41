import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Composer } from '../../../core/composing/index.js';
import { definePlugin } from '../../../core/index.js';
import { accessible } from '../../harness/accessible.js';
import { launchBrowser, watched } from '../../harness/browser.js';
import { distorting } from '../../harness/composers.js';
import { copiedRoot, editFile } from '../../harness/root.js';
import { KEY, startService, type TestService } from '../../harness/service.js';

const MOST_BYTES = 150_000;
/** When the page stands as it was last told to: what moves from then on does so by itself. */
const SETTLED =
  'new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))';
/** How much of the page moved since then: the sum that browsers call layout shift, also of what follows an input at once. */
const shiftedSince = (time: number) => `new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(each => (sum += each.startTime < ${time} ? 0 : each.value))).observe({
    type: 'layout-shift',
    buffered: true
  });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;
const PLACES = ['tickets', 'talk', 'runs', 'policies', 'understanding', 'system'];

describe('the console', () => {
  let browser: Browser;
  let service: TestService;
  before(async () => {
    [browser, service] = await Promise.all([
      launchBrowser(),
      startService({
        env: {
          AGENT_SESSIONS__PUBLIC_KEYS: 'demo:demo-public:self',
          AGENT_SECURITY__API_KEYS: `demo:${KEY},demo:blind:order:read`
        }
      })
    ]);
  });
  after(() => Promise.all([browser.close(), service.stop()]));

  /** Opens a page, and fails at its end when it did what it must not do. */
  async function within(
    work: (page: Page) => Promise<void>,
    options: Parameters<Browser['newContext']>[0] = {}
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong = watched(page, service.url);
    await work(page);
    await context.close();
    expect(wrong).to.deep.equal([]);
  }
  const enter = async (page: Page, place = '') => {
    await page.goto(`${service.url}/console${place === '' ? '' : `#/${place}`}`);
    await page.getByLabel('Key').fill(KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
  };
  const ask = async (message: string) => (await service.client().talk('demo@example.com')).say(message);

  it('takes a colleague from the ticket of a customer to its rule, to another decision, and to its end', async () => {
    await within(async page => {
      await page.goto(`${service.url}/chat`);
      const say = async (text: string) => {
        await page.getByLabel('Your message').fill(text);
        await page.keyboard.press('Enter');
      };
      await say('I want a refund');
      await page.getByLabel('E-mail address of your account').fill('demo@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^ORD-1001/ }).click();
      await page.getByText('A colleague takes it from here').waitFor();
      await say('Actually, forget it');
      await page.getByText('is withdrawn').waitFor();
      await say('I want a refund for ORD-1001 after all');
      await page.getByText('A colleague takes it from here').nth(1).waitFor();
    });
    await within(async page => {
      await page.goto(`${service.url}/console`);
      for (const [key, answer] of [
        ['wrong', 'This request is not allowed'],
        ['blind', 'This request is not allowed']
      ] as const) {
        await page.getByLabel('Key').fill(key);
        await page.keyboard.press('Enter');
        await page.getByRole('alert').filter({ hasText: answer }).waitFor();
      }
      await enter(page);
      await page.getByRole('button', { name: 'Withdrawn 1' }).waitFor();
      await page.getByRole('option').filter({ hasText: 'ORD-1001' }).waitFor();
      await page.getByRole('listbox', { name: 'Tickets' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Refund request for ORD-1001' }).waitFor();
      await page.getByRole('link', { name: 'P18 Within policy' }).waitFor();
      await page.getByText(/policies\/refund\/refund\.yaml:\d+/).waitFor();
      await page.getByText('Every step of the run').click();
      await page.getByText('lookup_order').waitFor();
      await page.getByText('Try other facts').click();
      const decision = page.getByRole('status', { name: 'Decision' });
      await decision.locator('.badge').getByText('eligible', { exact: true }).waitFor();
      await page.getByLabel('Days since delivery', { exact: true }).fill('31');
      await decision.getByText('Decided otherwise now').waitFor();
      expect(await decision.innerText())
        .to.match(/not eligible\s+Outside window/)
        .and.contain('saw 31');
      // From here on by keyboard alone: where one was, one goes on.
      await page.getByLabel('Add a note').fill('Paid out');
      await page.getByLabel('Assigned to').focus();
      await page.keyboard.type('Ann');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('.ticket').getByText('in progress').waitFor();
      expect(await page.evaluate('document.activeElement.id')).to.equal('claim');
      expect(await page.getByLabel('Add a note').inputValue(), 'what was being written').to.equal('Paid out');
      await page.getByLabel('Add a note').focus();
      await page.keyboard.press('End');
      await page.keyboard.type(' today.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('.notes').getByText('Paid out today.').waitFor();
      await page.getByRole('button', { name: 'Resolve', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.ticket .badge').getByText('resolved').waitFor();
      expect(await page.evaluate('document.activeElement.className')).to.equal('ticket');
      expect(await accessible(page)).to.deep.equal([]);
    });
    const { items } = (await service.client().get('/v1/tickets')).body;
    expect(items.map(({ status, assignee }: any) => [status, assignee])).to.deep.equal([
      ['resolved', 'Ann'],
      ['withdrawn', null]
    ]);
  });

  it('shows what happens without a reload, and never overwrites what somebody else did', async () => {
    await within(async page => {
      await enter(page);
      const { ticket_id } = await ask('I want a refund for ORD-1001');
      await page.getByRole('option').filter({ hasText: 'ORD-1001' }).click();
      await page.getByRole('heading', { name: 'Refund request for ORD-1001' }).waitFor();
      const assign = (assignee: string) =>
        service.client().send('PATCH', `/v1/tickets/${ticket_id}`, { json: { assignee } });
      await assign('Cem');
      await page.locator('#assignee').and(page.locator('[value=Cem]')).waitFor();
      // A page that nobody looks at does not ask what is new.
      const look = (hidden: boolean) =>
        page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })`);
      await look(true);
      await page.getByLabel('Assigned to').fill('Ann');
      await assign('Bea');
      await page.getByRole('button', { name: 'Claim' }).click();
      await page.getByText('Somebody changed it meanwhile').waitFor();
      await look(false);
      expect(await page.getByLabel('Assigned to').inputValue()).to.equal('Bea');
      // Two of one's own, the second before the first is answered, are no conflict.
      await page.getByLabel('Assigned to').fill('Ann');
      await page.evaluate("document.getElementById('claim').click(), document.getElementById('to-resolved').click()");
      await page.locator('.ticket .badge').getByText('resolved').waitFor();
      expect((await service.client().get(`/v1/tickets/${ticket_id}`)).body).to.include({
        status: 'resolved',
        assignee: 'Ann'
      });
    });
  });

  it('lights up what a sentence rests on', async () => {
    await within(async page => {
      await enter(page, 'talk');
      await page.getByLabel('Verify as').fill('demo@example.com');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Verified:').waitFor();
      await page.getByLabel('Say').fill('Where is my order ORD-1002?');
      await page.keyboard.press('Enter');
      await page.locator('.sentence').filter({ hasText: 'Northline Parcel' }).first().hover();
      const lit = page.locator('.evidence .lit');
      await lit.first().waitFor();
      expect(await lit.count()).to.equal(1);
      expect(await lit.innerText())
        .to.contain('lookup_order')
        .and.contain('Northline Parcel');
      await page.locator('.path').getByText('verifying').waitFor();
    });
  });

  it('shows a sentence that was withheld, and why', async () => {
    const lying = distorting(text => `${text} We give you $1,000 for the trouble.`);
    const liar = definePlugin()({
      name: 'liar',
      version: '1.0.0',
      contract: 1,
      needs: {},
      provides: [Composer],
      start: (_needs, { provide }) => provide(Composer, { ...lying, provider: 'liar' })
    });
    const other = await startService({ plugins: [liar], env: { AGENT_CHAT__BACKEND: 'liar' } });
    try {
      const page = await browser.newPage();
      await page.goto(`${other.url}/console#/talk`);
      await page.getByLabel('Key').fill(KEY);
      await page.keyboard.press('Enter');
      await page.getByLabel('Say').fill('How long does delivery take?');
      await page.keyboard.press('Enter');
      const withheld = page.getByRole('region', { name: 'Withheld' });
      await withheld.getByText('We give you $1,000 for the trouble.').waitFor();
      expect(await withheld.innerText()).to.match(/unsupported figure: .*1,?000/i);
      await page.close();
    } finally {
      await other.stop();
    }
  });

  it('asks for no key where the service asks for none', async () => {
    const open = await startService({
      env: { AGENT_SECURITY__REQUIRE_API_KEY: 'false', AGENT_SECURITY__API_KEYS: '' }
    });
    try {
      const page = await browser.newPage();
      const wrong = watched(page, open.url);
      await page.goto(`${open.url}/console`);
      await page.getByText('Nobody waits').waitFor();
      expect(await page.getByLabel('Key').count()).to.equal(0);
      expect(wrong).to.deep.equal([]);
      await page.close();
    } finally {
      await open.stop();
    }
  });

  it('says what to do when the service does not answer, and goes on when it does', async () => {
    await within(async page => {
      await enter(page, 'policies');
      await page.getByText('In force').waitFor();
      let down = true;
      await page.route('**/v1/tickets?*', route => (down ? route.abort('connectionreset') : route.fallback()));
      await page.goto(`${service.url}/console#/tickets?status=all`);
      await page.getByText('This could not be loaded').waitFor();
      expect(await accessible(page)).to.deep.equal([]);
      down = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('This could not be loaded').waitFor({ state: 'detached' });
    });
  });

  it('leads from a bar to its runs, and from a reason to those with it', async () => {
    await ask('I want a refund for ORD-1003');
    await ask('I want to talk to a person');
    await within(async page => {
      await enter(page, 'runs');
      const list = page.getByRole('listbox', { name: 'Runs' });
      await page.getByRole('group', { name: 'Outcomes over time' }).getByRole('link').last().click();
      await page.waitForURL(/since=.*until=/);
      await list.getByRole('option').first().waitFor();
      await page.getByRole('link', { name: 'Customer request', exact: true }).click();
      await page.waitForURL(/escalation_reason=customer_request/);
      await list.getByRole('option').filter({ hasText: 'Human agent' }).waitFor();
      await list.getByRole('option').filter({ hasText: 'Refund request' }).first().waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Escalation reason: Customer request' }).click();
      await page.waitForURL(url => !url.hash.includes('escalation_reason'));
      // By keyboard: one stop for the whole chart.
      await page.getByRole('group', { name: 'Wishes over time' }).getByRole('link').last().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/until=/);
    });
  });

  it('shows how often a shadow disagrees with the runs, settings by case, and what a reload means', async () => {
    const { root, remove } = copiedRoot();
    const refund = 'policies/refund/refund.yaml';
    const shadow = readFileSync(join(root, refund), 'utf8')
      .replace('id: refund\n', 'id: refund\nmode: shadow\n')
      .replace('value: 30, unit: days', 'value: 100, unit: days')
      .replaceAll('days_since_delivery: 31', 'days_since_delivery: 101');
    writeFileSync(join(root, 'policies/refund/trial.yaml'), shadow);
    const other = await startService({ root });
    try {
      await (await other.client().talk('demo@example.com')).say('I want a refund for ORD-1003');
      const page = await browser.newPage();
      await page.goto(`${other.url}/console#/policies/refund`);
      await page.getByLabel('Key').fill(KEY);
      await page.keyboard.press('Enter');
      await page.getByText('Its shadow decided otherwise in 1 of 1').click();
      await page.getByRole('link', { name: 'Trace' }).click();
      await page.getByText('lookup_order').first().waitFor();
      editFile(root, refund, text =>
        text.replace('value: 30, unit: days', 'value: 30, unit: days, by: order_currency, values: { EUR: 45 }')
      );
      expect((await other.documents.reload()).problems).to.deep.equal([]);
      await page.goto(`${other.url}/console#/policies/refund`);
      await page.getByText('45 where order currency equal EUR').waitFor();
      await page.getByRole('link', { name: 'What it means for customers' }).click();
      await page.getByText('30 days → 30 days; 45 where order currency is EUR.').first().waitFor();
      expect(await accessible(page)).to.deep.equal([]);
      await page.close();
    } finally {
      await other.stop();
      remove();
    }
  });

  it('tells what is understood of a message and why, and between which wishes the agent wavered', async () => {
    await ask('I want a refund or to cancel my order, I am not sure which');
    await within(async page => {
      await enter(page, 'understanding');
      await page.locator('.pair .gram').first().waitFor();
      await page.getByRole('link', { name: '0.9 – 1.0' }).waitFor();
      await page.getByLabel('A message').fill('I want my money back for ORD-1001');
      await page.keyboard.press('Enter');
      await page.getByText('Nearest examples').waitFor();
      expect(await page.getByRole('status', { name: 'What is understood' }).innerText()).to.match(
        /^Refund request [01]\.\d/
      );
    });
  });

  it('moves through many runs with few rows in the page', async () => {
    const [row] = (
      await service.store.read([[service.store.prepare({ from: 'runs', limit: 'limit' }), { limit: 1 }]])
    )[0]!;
    const digits = (i: number) => String(i).padStart(6, '0');
    const rows = Array.from({ length: 3_000 }, (_, i) => ({
      ...row!,
      run_id: `${String(row!['run_id']).slice(0, 14)}0000000000${digits(i)}`
    }));
    await service.store.commit([{ into: 'runs', how: 'add', rows }]);
    await within(async page => {
      await enter(page, 'runs');
      const list = page.getByRole('listbox', { name: 'Runs' });
      await list.getByRole('option').first().waitFor();
      await list.focus();
      const size = async () => Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
      while ((await size()) <= 600) {
        await page.keyboard.press('End');
        await page.waitForTimeout(20);
      }
      expect(await list.getByRole('option').count()).to.be.lessThan(60);
      await page.getByLabel('State').selectOption('answered');
      await page.waitForURL(/state=answered/);
    });
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has nothing that axe finds serious in any place, ${colorScheme}, and fits a phone`, async () => {
      await within(
        async page => {
          await page.goto(`${service.url}/console`);
          expect(await accessible(page), 'door').to.deep.equal([]);
          await enter(page);
          let [settled, moved] = [0, 0];
          for (const place of PLACES) {
            await page.goto(`${service.url}/console#/${place}`);
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.waitForLoadState('networkidle');
            expect(await accessible(page), place).to.deep.equal([]);
            moved += await page.evaluate<number>(shiftedSince(settled));
            expect(moved, `${place} moves while it loads`).to.be.below(0.01);
            await page.setViewportSize({ width: 390, height: 780 });
            const wider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
            expect(await page.evaluate(wider), `${place} is wider than a phone`).to.equal(false);
            if (place === 'runs') {
              await page.getByRole('button', { name: 'Charts →' }).click();
              await page.getByRole('group', { name: 'Outcomes over time' }).waitFor();
              await page.getByRole('button', { name: '← Runs' }).click();
            }
            await page.setViewportSize({ width: 1280, height: 800 });
            settled = await page.evaluate<number>(SETTLED);
          }
        },
        { colorScheme, viewport: { width: 1280, height: 800 } }
      );
    });

  it('is loaded in little', async () => {
    await within(async page => {
      let bytes = 0;
      page.on('response', response => {
        if (response.url().startsWith(`${service.url}/assets`) || response.url().endsWith('/console'))
          bytes += Number(response.headers()['content-length'] ?? 0);
      });
      await enter(page);
      await page.waitForLoadState('networkidle');
      expect(bytes).to.be.within(5_000, MOST_BYTES);
    });
  });
});
