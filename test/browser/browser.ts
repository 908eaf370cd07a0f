/** A page of the portal in a real browser, with everything on record that must never happen there. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type axeCore from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';

export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

export const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 390 },
];

export interface OpenPage {
  readonly page: Page;
  /** Errors on the console, violations of the policy, dialogs, requests to strangers. */
  readonly problems: readonly string[];
}

export interface OpenOptions extends Partial<Look> {
  /** Where the page may send requests. */
  readonly url: string;
  /** Already signed in with it. */
  readonly token?: string;
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
  const { url, token, scheme = 'light', width = 1280 } = options;
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
  if (token !== undefined) await context.addInitScript((text) => sessionStorage.setItem('assay-token', text), token);
  const page = await context.newPage();
  // Less than a test has, so that a failure says what was waited for.
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
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
  return { page, problems };
}

/** What axe-core finds, as one line per kind and place. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary ?? ''}`),
    );
  });
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
