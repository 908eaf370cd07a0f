/** Untrusted names, titles and links: shown as text with visible escapes; nothing is executed or loaded, and the layout holds. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, aVersion } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, openPath, takeScreenshot } from './browser.ts';

const IMAGE = '<img src=x onerror=alert(1)>';
const SCRIPT = '<script>alert(1)</script>';
const REFERENCES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://nvd.nist.gov@evil.example/',
];
const FINDINGS = [
  aFinding(0, {
    vulnerability: { id: IMAGE, title: SCRIPT, references: REFERENCES },
    component: { name: IMAGE, version: SCRIPT },
  }),
  aFinding(1, { component: { name: 'left\u202Edap', version: '1.0\u200B' }, vulnerability: { title: 'two\nlines' } }),
  aFinding(2, { component: { name: '\u0430xios', version: '1.7.2' }, class: 'malicious' }),
  aFinding(3, {
    component: { name: 'x'.repeat(512), version: '9'.repeat(256) },
    vulnerability: { id: 'C'.repeat(128), title: 'W'.repeat(4_000) },
    fix: { nearest: '8'.repeat(256) },
    match: { recordId: 'R'.repeat(128) },
  }),
  aFinding(4, { component: { name: '{{constructor.constructor("alert(1)")()}}', version: '${alert(1)}' } }),
  aFinding(5, {
    component: { name: 'z\u0351\u0351\u0351\u0351\u0351\u0351\u0351algo', version: '=HYPERLINK("http://x")' },
  }),
];
const ADVISORY = [
  '# A heading',
  `${IMAGE} ${SCRIPT} <style>*{display:none}</style>`,
  '[click](javascript:alert(1)) and [good](https://example.org/)',
  '```html',
  SCRIPT,
  '```',
  '- \u202Eevil',
].join('\n');
const SERVICE = `${IMAGE}/\u202Eshop`;

describe.runIf(hasBrowser())('hostile text', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    const version = aVersion({ name: SCRIPT, aliases: [IMAGE], tags: [IMAGE] });
    portal = await startFakePortal({ service: SERVICE, version, findings: FINDINGS, advisoryText: ADVISORY });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const pathOf = (): string => `/services/${encodeURIComponent(SERVICE)}/versions/${encodeURIComponent(SCRIPT)}`;

  async function nothingCame(page: Page): Promise<void> {
    expect(await page.locator('main img, main script, main iframe, main style').count()).toBe(0);
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
    expect(links.filter((protocol) => protocol !== 'http:' && protocol !== 'https:')).toEqual([]);
  }

  it.each(LOOKS)('is shown as text on the page of a version in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url, session: portal.session });
    await page.goto(portal.url + pathOf());
    await page.getByRole('table').waitFor();
    await takeScreenshot(page, `hostile-${look.scheme}-${look.width}`);

    const table = await page.getByRole('table').innerText();
    for (const text of [IMAGE, SCRIPT, 'left\\u{202E}dap', '1.0\\u{200B}', 'mixed alphabets']) {
      expect(table).toContain(text);
    }
    expect(await page.locator('h1').innerText()).toBe(`${IMAGE}/\\u{202E}shop ${SCRIPT}`);
    expect(await page.title()).toContain('\\u{202E}shop');
    await nothingCame(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(LOOKS)('is shown as text in an opened finding in $scheme at $width px', async (look) => {
    const { page, problems } = await openPath(browser, portal, `${pathOf()}?finding=${FINDINGS[0]?.id}`, look);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('A heading').waitFor();
    await takeScreenshot(page, `hostile-finding-${look.scheme}-${look.width}`);

    for (const text of [IMAGE, SCRIPT, '[click](javascript:alert(1))', '\\u{202E}evil'])
      expect(await drawer.innerText()).toContain(text);
    await nothingCame(page);
    expect(await drawer.locator('img, script, iframe, style, form, object').count()).toBe(0);
    const links = await drawer
      .locator('a[target]')
      .evaluateAll((all) => all.map((link) => `${link.getAttribute('rel')} ${(link as HTMLAnchorElement).host}`));
    expect(links).toEqual(['noopener nofollow example.org']);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(['/services', `/services/${encodeURIComponent(SERVICE)}`])('is shown as text at %s', async (path) => {
    const { page, problems } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + path);
    await page.getByRole('table').waitFor();

    expect(await page.getByRole('table').innerText()).toContain(SCRIPT);
    await nothingCame(page);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('can be navigated from the list of services', async () => {
    const { page, problems } = await openPath(browser, portal, '/services');
    await page.getByRole('link', { name: SCRIPT }).click();
    await page.getByRole('table').waitFor();

    expect(new URL(page.url()).pathname).toBe(new URL(pathOf(), portal.url).pathname);
    expect(problems).toEqual([]);
  });
});
