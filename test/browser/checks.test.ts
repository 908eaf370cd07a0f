/**
 * Verifies that the checks used by all tests in this folder fail on a page with an accessibility violation, an inline script and
 * an alert.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './browser.ts';

describe.runIf(hasBrowser())('checks', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    portal = await startFakePortal();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it('report accessibility violations, policy violations and dialogs', async () => {
    const { page, problems } = await openPage(browser, { url: portal.url });
    await page.goto(`${portal.url}/sign-in`);
    await page.getByLabel('E-mail').waitFor();
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<p style="color: #bbb">pale</p><img src="/assets/none.png">');
      const pale = document.querySelector<HTMLElement>('main > p');
      if (pale !== null) pale.style.color = '#cccccc';
      const script = document.createElement('script');
      script.textContent = 'alert(1)';
      document.body.append(script);
      void fetch('http://127.0.0.1:9/stranger').catch(() => undefined);
      setTimeout(() => alert('here'), 0);
    });

    const barriers = await findBarriers(page);

    expect(new Set(barriers.map((barrier) => barrier.split(':')[0]))).toEqual(new Set(['color-contrast', 'image-alt']));
    for (const kind of [
      'policy: style-src-attr',
      'policy: script-src-elem',
      'policy: connect-src',
      'dialog: here',
      'console: ',
    ]) {
      expect(problems.filter((problem) => problem.startsWith(kind))).not.toEqual([]);
    }
  });
});
