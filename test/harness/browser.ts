import chromium from '@sparticuz/chromium';
import { chromium as driver, type Browser, type Page } from 'playwright-core';

/** Alone on its machine, and allowed to run as root. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic'
];

export async function launchBrowser(): Promise<Browser> {
  return await driver.launch({ executablePath: await chromium.executablePath(), args: ARGS, headless: true });
}

/** Collects what a page must not do: break its own policy, fail, or ask anybody but these for anything. Refusals and lost connections are no fault. */
export function watched(page: Page, ...addresses: readonly string[]): readonly string[] {
  const wrong: string[] = [];
  page.on('console', message => {
    if (
      message.type() === 'error' &&
      !/\b(?:403|412)\b|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/.test(message.text())
    )
      wrong.push(message.text());
  });
  page.on('pageerror', error => wrong.push(String(error)));
  page.on('request', request => {
    const known = [...addresses, 'data:'].some(address => request.url().startsWith(address));
    if (!known) wrong.push(request.url());
  });
  return wrong;
}
