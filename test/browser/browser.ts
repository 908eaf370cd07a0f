/** Opens a page of the portal in a real browser and records everything that must never happen there. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type axeCore from 'axe-core';
import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';
import { inject, onTestFailed, TestRunner } from 'vitest';

export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

/** Both color schemes and both widths. The demo is checked at the wide width in both schemes. */
export const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 390 },
];

/** With `ASSAY_TEST_LOOKS=all`, every state that a test pictures or checks for barriers is seen in these looks too. */
const MORE_LOOKS: readonly Look[] =
  process.env['ASSAY_TEST_LOOKS'] === 'all'
    ? [1440, 390].flatMap((width) => [
        { scheme: 'light', width },
        { scheme: 'dark', width },
      ])
    : [];

export interface OpenPage {
  readonly page: Page;
  /** Console errors, CSP violations, dialogs, and requests to other hosts. */
  readonly problems: readonly string[];
}

export interface OpenOptions extends Partial<Look> {
  /** The only origin that the page may send requests to. */
  readonly url: string;
  /** Session to sign in with. */
  readonly session?: { readonly name: string; readonly value: string };
}

const SCREENSHOTS = join(tmpdir(), 'assay-screenshots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function hasBrowser(): boolean {
  return inject('chromiumPath') !== undefined;
}

export async function launchBrowser(): Promise<Browser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return await chromium.launch({
    executablePath: inject('chromiumPath') ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

export async function openPage(browser: Browser, options: OpenOptions): Promise<OpenPage> {
  const { url, session, scheme = 'light', width = 1280 } = options;
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
  if (session !== undefined) await context.addCookies([{ ...session, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  // Shorter than the timeout of a test, so that a failure names the element it waited for.
  page.setDefaultTimeout(45_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    const isReported = message.type() === 'error' || message.type() === 'warning';
    if (isReported && !isSessionCheck(message)) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      problems.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  if (TestRunner.getCurrentTest() !== undefined) onTestFailed(async () => await printPage(page, problems));
  return { page, problems };
}

/** Opens a path of the portal with its session. */
export async function openPath(
  browser: Browser,
  { url, session }: Pick<OpenOptions, 'url' | 'session'>,
  path: string,
  look: Partial<Look> = {},
): Promise<OpenPage> {
  const opened = await openPage(browser, { url, ...(session && { session }), ...look });
  await opened.page.goto(url + path);
  return opened;
}

/** A failure on another machine cannot be looked at. */
async function printPage(page: Page, problems: readonly string[]): Promise<void> {
  if (page.isClosed()) return;
  const text = await page.locator('body').innerText();
  console.error(`The page at ${page.url()} showed:\n${text.slice(0, 4_000)}\n${problems.join('\n')}`);
}

/** Signs in as the owner of a real Assay and returns the session cookie. */
export async function signInAsOwner(url: string, password: string): Promise<{ name: string; value: string }> {
  const response = await fetch(`${url}/api/v2/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'owner@localhost', password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
  if (value === '') throw new Error(`The owner could not sign in: ${response.status} ${await response.text()}`);
  return { name, value };
}

/** The portal has to request whether a user is signed in; the browser logs the 401 as an error. */
function isSessionCheck(message: ConsoleMessage): boolean {
  return message.location().url.endsWith('/api/v2/me') && message.text().includes('401');
}

/** Returns the violations found by axe-core, one line per rule and element. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const barriers = await runAxe(page);
  await inMoreLooks(page, async (look) => {
    for (const barrier of await runAxe(page)) barriers.push(`${barrier} (${look})`);
  });
  return barriers;
}

async function runAxe(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary ?? ''}`),
    );
  });
}

async function inMoreLooks(page: Page, see: (look: string) => Promise<void>): Promise<void> {
  if (MORE_LOOKS.length === 0) return;
  const before = page.viewportSize();
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const show = async (colorScheme: Look['scheme'], width: number): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // Tables and charts measure the page before they are drawn again.
    await page.waitForTimeout(300);
  };
  for (const { scheme, width } of MORE_LOOKS) {
    await show(scheme, width);
    await see(`${scheme}-${width}`);
  }
  await show(wasDark ? 'dark' : 'light', before?.width ?? 1280);
}

/** Returns the names of the tables that scroll sideways. */
export async function listScrollingTables(page: Page): Promise<string[]> {
  return await page
    .locator('section:has(> table)')
    .evaluateAll((regions) =>
      regions
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((region) => region.getAttribute('aria-label') ?? ''),
    );
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  await inMoreLooks(page, async (look) => {
    await page.screenshot({ path: join(SCREENSHOTS, look, `${name}.png`), fullPage: true });
  });
}
