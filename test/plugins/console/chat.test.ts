import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { definePlugin } from '../../../core/index.js';
import { Courier } from '../../../core/net/index.js';
import { accessible } from '../../harness/accessible.js';
import { launchBrowser, watched } from '../../harness/browser.js';
import { copiedRoot, editFile } from '../../harness/root.js';
import { startService, type TestService } from '../../harness/service.js';

const KEY = 'demo-public';
const MOST_BYTES = 30_000;

describe("the customer's window", () => {
  let browser: Browser;
  let service: TestService;
  let shop: Server;
  let shopUrl: string;

  before(async () => {
    shop = createServer(
      (request, response) =>
        void shopPage(request.url ?? '/').then(({ type, body }) => {
          response.setHeader(
            'Content-Security-Policy',
            `default-src 'none'; script-src ${service.url}; connect-src 'self' ${service.url}`
          );
          response.setHeader('Content-Type', type).end(body);
        })
    );
    await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    [browser, service] = await Promise.all([
      launchBrowser(),
      startService({
        env: { AGENT_SESSIONS__PUBLIC_KEYS: `demo:${KEY}:self`, AGENT_SESSIONS__ORIGINS: shopUrl }
      })
    ]);
  });
  after(async () => {
    await Promise.all([browser.close(), service.stop(), new Promise(resolve => shop.close(resolve))]);
  });

  /** A shop's page with the script tag, and the address at which its server opens sessions. */
  async function shopPage(path: string): Promise<{ readonly type: string; readonly body: string }> {
    if (path === '/session') {
      const opened = await service
        .client()
        .post('/v1/sessions', { origin: shopUrl, customer_email: 'demo@example.com' });
      return { type: 'application/json', body: opened.text };
    }
    const script = `<script type="module" src="${service.url}/assets/chat/window.js" data-session="/session"></script>`;
    const body = `<!doctype html><html lang="de"><title>Shop</title><main><h1>Shop</h1></main>${script}</html>`;
    return { type: 'text/html', body };
  }

  async function open(address: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong = watched(page, service.url, shopUrl);
    await page.goto(address);
    return { context, page, wrong };
  }
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Your message').fill(text);
    await page.keyboard.press('Enter');
  };
  const lastReply = (page: Page) => page.locator('.turn.agent').last().locator('.said');
  const close = async ({ context, wrong }: { readonly context: BrowserContext; readonly wrong: readonly string[] }) => {
    await context.close();
    expect(wrong).to.deep.equal([]);
  };

  it('takes a customer from a question over verification, an order chosen by button, a ticket and a change of mind', async () => {
    const opened = await open(`${service.url}/chat`);
    const { page } = opened;
    await say(page, 'I want a refund');
    await page.getByLabel('E-mail address of your account').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This address could not be confirmed.').waitFor();
    await page.getByLabel('E-mail address of your account').fill('demo@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^ORD-1001/ }).click();
    await page.getByText('A colleague takes it from here').waitFor();
    expect(await lastReply(page).innerText()).to.contain('Your refund is within our policy: $89.90.');
    expect(await accessible(page)).to.deep.equal([]);
    const { items } = (await service.client().get('/v1/tickets')).body;
    expect(items[0]).to.deep.include({ order_id: 'ORD-1001', amount: '89.90', status: 'open' });
    await say(page, 'Actually, forget it');
    await page.getByText('is withdrawn').waitFor();
    const rated = page.waitForResponse(response => response.url().endsWith('/feedback'));
    await page.getByRole('button', { name: 'Was this helpful? Yes' }).click();
    await rated;
    await page.getByText('Thank you!').waitFor();
    expect((await service.client().get('/v1/feedback/summary')).body).to.deep.equal({ helpful: 1, unhelpful: 0 });
    const before = await page.locator('.turn').allInnerTexts();
    await page.reload();
    expect(await page.locator('.turn').allInnerTexts()).to.deep.equal(before);
    await say(page, 'Where is my order ORD-1002?');
    await page
      .getByText(/on its way|shipped|ORD-1002/i)
      .last()
      .waitFor();
    await close(opened);
  });

  it('asks for the code where the shop wants to see that the address is theirs, in the words of its files', async () => {
    const { root, remove } = copiedRoot();
    const letters: string[] = [];
    const courier = definePlugin()({
      name: 'letter-box',
      version: '1.0.0',
      contract: 1,
      needs: {},
      provides: [Courier],
      start: (_needs, { provide }) =>
        provide(Courier, { name: 'letter-box', send: async ({ text }) => void letters.push(text) })
    });
    editFile(root, 'policies/identity/identity.yaml', text =>
      text.replace('account_data: knows', 'account_data: holds')
    );
    editFile(root, 'policies/window/en.yaml', text => text.replace('send: Send', 'send: Off it goes'));
    const strict = await startService({
      root,
      plugins: [courier],
      env: { AGENT_SESSIONS__PUBLIC_KEYS: `demo:${KEY}:self`, AGENT_IDENTITY__COURIER: 'letter-box' }
    });
    try {
      const page = await browser.newPage();
      const wrong = watched(page, strict.url);
      await page.goto(`${strict.url}/chat`);
      await page.getByLabel('Your message').fill('Where is my order ORD-1002?');
      await page.getByRole('button', { name: 'Off it goes' }).click();
      await page.getByLabel('E-mail address of your account').fill('demo@example.com');
      await page.keyboard.press('Enter');
      const code = page.getByLabel('Code from the e-mail');
      await code.fill('000000');
      expect(await accessible(page)).to.deep.equal([]);
      await page.keyboard.press('Enter');
      await page.getByText('This code does not fit').waitFor();
      await code.fill(/\b\d{6}\b/.exec(letters.at(-1)!)![0]);
      await page.keyboard.press('Enter');
      await page.getByText('Northline Parcel').waitFor();
      // Files that change are in force with the next page.
      editFile(root, 'policies/window/en.yaml', text => text.replace('Off it goes', 'Away with it'));
      await strict.documents.reload();
      await page.reload();
      await page.getByRole('button', { name: 'Away with it' }).waitFor();
      expect(wrong).to.deep.equal([]);
      await page.close();
    } finally {
      await strict.stop();
      remove();
    }
  });

  it('sends once what a lost connection left unsaid', async () => {
    const opened = await open(`${service.url}/chat`);
    const { context, page } = opened;
    await say(page, 'Hello');
    await lastReply(page).waitFor();
    const { conversation_id } = JSON.parse(await page.evaluate("sessionStorage.getItem('bylaw-chat-session')"));
    // The message arrives, and its answer is lost on the way back.
    let lost = 0;
    await page.route('**/messages', async route => {
      if (lost++ > 0) return await route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await say(page, 'How long does delivery take?');
    await page.getByText('No connection. Trying again').waitFor();
    await page.locator('.turn.agent').nth(1).waitFor();
    expect(lost).to.equal(2);
    const read = async () => (await service.client().get(`/v1/conversations/${conversation_id}`)).body.turns;
    expect(await read()).to.equal(2);
    await context.setOffline(true);
    await say(page, 'What is your return policy?');
    await page.getByText('No connection. Trying again').waitFor();
    await context.setOffline(false);
    await page.locator('.turn.agent').nth(2).waitFor();
    expect(await read()).to.equal(3);
    await close(opened);
  });

  it("stands in a shop's page under its strict policy, in its language, by keyboard, on a phone and in the dark", async () => {
    const opened = await open(shopUrl, { viewport: { width: 390, height: 780 }, colorScheme: 'dark' });
    const { page } = opened;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.evaluate("document.documentElement.style.setProperty('--chat-accent', 'rgb(0, 90, 160)')");
    const colour =
      "getComputedStyle(document.querySelector('bylaw-chat').shadowRoot.querySelector('.primary')).backgroundColor";
    expect(await page.evaluate(colour), "the shop's colour").to.equal('rgb(0, 90, 160)');
    await page.getByLabel('Ihre Nachricht').fill('Where is my order ORD-1002?');
    await page.keyboard.press('Enter');
    await page.getByLabel('E-Mail-Adresse Ihres Kontos').waitFor();
    await page.evaluate("document.documentElement.style.removeProperty('--chat-accent')");
    expect(await accessible(page)).to.deep.equal([]);
    const wider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(wider), 'wider than a phone').to.equal(false);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Hilfe' }).waitFor();
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.className')).to.equal('launcher');
    await close(opened);
  });

  it('is small, and asked for again only when it has changed', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const files: string[] = [];
    page.on('request', request => (request.resourceType() === 'script' ? files.push(request.url()) : undefined));
    await page.goto(`${service.url}/chat`, { waitUntil: 'networkidle' });
    let bytes = 0;
    for (const file of files) {
      const { text, headers } = await service
        .client(null)
        .get(new URL(file).pathname, { 'Accept-Encoding': 'identity' });
      bytes += gzipSync(text).length;
      const again = await service
        .client(null)
        .get(new URL(file).pathname, { 'If-None-Match': String(headers['etag']) });
      expect(again.status).to.equal(304);
      const zipped = await service.client(null).get(new URL(file).pathname, { 'Accept-Encoding': 'gzip' });
      expect(zipped.headers['content-encoding']).to.be.oneOf(['gzip', undefined]);
    }
    expect(files).to.have.length.of.at.least(8);
    expect(bytes).to.be.at.most(MOST_BYTES);
    await context.close();
  });
});
