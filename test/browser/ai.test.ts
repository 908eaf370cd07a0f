/** The AI step with a real server and a fake provider: setup, preview, assessment, review of a suggestion, and opting out. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireAnalysis } from '../../src/api/contract/services/analysis.ts';
import { aCycloneDx } from '../support/documents.ts';
import { startFakeLlm, type FakeLlm } from '../support/fake-llm/fake-llm.ts';
import { until } from '../support/server-processes.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot, type Look } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const VERSION = '/services/lab/versions/1.0';
const BODY_PARSER = 'pkg:npm/body-parser@1.20.2';
const KEY = 'sk-browser-0123456789-WXYZ';
/** As the advisory in the starter set names it. */
const FEATURE = 'URL-encoded parser';
const MARKER = 'lab-marker-name';

const confirmed = (value: unknown): object => ({ value, confirmed: true });
const confirmedList = (value: unknown): object => ({ value, complete: true, confirmed: true });

const PROFILE = {
  'exposure.reach': confirmed('internal'),
  'exposure.unauthenticatedSurface': confirmed('no'),
  'input.acceptsUntrusted': confirmedList(['http-body']),
  'input.userInteraction': confirmed('yes'),
  'runtime.os': confirmed('linux'),
  'runtime.arch': confirmedList(['amd64']),
  'privilege.runsAsRoot': confirmed('no'),
  'privilege.localUsers': confirmed('yes'),
  'network.egress': confirmed('none'),
  'usage.featuresNotUsed': confirmedList([{ purl: 'pkg:npm/body-parser', feature: FEATURE, note: MARKER }]),
};

const DOCUMENT = aCycloneDx({
  components: [{ type: 'library', name: 'body-parser', version: '1.20.2', purl: BODY_PARSER, 'bom-ref': BODY_PARSER }],
  dependencies: [{ ref: 'shop', dependsOn: [BODY_PARSER] }],
});

describe.runIf(hasBrowser())('AI step in the portal', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  let llm: FakeLlm;
  beforeAll(async () => {
    const phrases = [{ text: 'url-encoded parser', type: 'feature', value: FEATURE }];
    [assay, browser, llm] = await Promise.all([
      startRealAssay({ ASSAY_AI_ALLOW_PRIVATE: 'true' }),
      launchBrowser(),
      startFakeLlm({ key: KEY, phrases }),
    ] as const);
    await assay.ask('POST', '/service/lab/version/1.0/sbom?wait=30', DOCUMENT);
    await assay.ask('PUT', '/service/lab/profile/production', { fields: PROFILE });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
    await llm?.close();
  });

  const open = async (path: string, look?: Look) => await openPath(browser, assay, path, look);

  /** Waits until the latest analysis has no findings left to assess. */
  async function waitForAssessment(): Promise<void> {
    await until(async () => {
      await delay(250);
      const answer = await assay.ask('GET', '/service/lab/version/1.0/analysis?limit=1');
      const [newest] = (await answer.json()) as readonly WireAnalysis[];
      return newest?.stages.find(({ name }) => name === 'ai')?.status === 'done';
    });
  }

  /** The stages are shown while an analysis runs: the button would hide them then. */
  async function showStages(page: Page): Promise<void> {
    await until(async () => {
      await delay(250);
      const answer = await assay.ask('GET', '/service/lab/version/1.0/analysis?limit=1');
      const [newest] = (await answer.json()) as readonly WireAnalysis[];
      return newest?.finishedAt !== null;
    });
    await page.goto(assay.url + VERSION);
    await page.getByText('Stages', { exact: true }).click();
  }

  it('is configured on its page, previews the request, and tests the connection', async () => {
    const { page, problems } = await open('/settings/ai');
    await page.getByText('Off: no model is used').waitFor();
    await page.getByLabel('Base URL').fill(llm.url);
    await page.getByRole('textbox', { name: 'Model' }).fill('fake-1');
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Stored key ends in WXYZ').waitFor();

    await page.getByText('for a built-in example').waitFor();
    await page.getByText('Second check', { exact: true }).click();
    const example = page.getByLabel('Request: Second check', { exact: true });
    await expect.poll(async () => await example.innerText()).toContain(`POST ${llm.url}/chat/completions`);
    expect(await example.innerText()).toContain('pagefold');
    await page.getByRole('button', { name: 'Use CVE-2024-45590' }).click();
    await page.getByText('for the finding').waitFor();
    await page.getByText('Requirements of the advisory', { exact: true }).click();
    const sent = await page.getByLabel('Request: Requirements of the advisory', { exact: true }).innerText();
    expect(sent).toContain('body-parser');
    for (const secret of ['runtime.os', MARKER, KEY]) expect(sent).not.toContain(secret);
    expect(llm.connections).toBe(0);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/answered in \d+\.\d s\./).waitFor();
    await page.getByText('Sent', { exact: true }).click();
    await page.getByText('Received', { exact: true }).click();
    expect(await page.getByLabel('Sent: connection test', { exact: true }).innerText()).toContain('"model": "fake-1"');
    expect(await page.getByLabel('Received: connection test', { exact: true }).innerText()).toContain('fake-llm');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('switch', { name: 'AI assessment' }).click();
    await page.getByText('Runs after every analysis, for all services').waitFor();
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).status()).toBe(200);
    expect(llm.problems).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps unsaved changes when another admin saves', async () => {
    const { page } = await open('/settings/ai');
    const model = page.getByRole('textbox', { name: 'Model' });
    const before = await model.inputValue();
    await model.fill('draft-model');
    await assay.ask('PATCH', '/organization/ai', { budget: { tokensPerDay: 123_456 } });
    let isLoaded = false;
    page.on('response', (response) => (isLoaded ||= response.url().endsWith('/organization/ai')));
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return isLoaded;
      })
      .toBe(true);

    await page.waitForTimeout(500);
    expect(await model.inputValue()).toBe('draft-model');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await model.inputValue()).toBe(before);
    expect(await page.getByLabel('Tokens per day').inputValue()).toBe('123,456');
    await page.context().close();
  });

  it('shows an error at its field and moves the focus there', async () => {
    const { page } = await open('/settings/ai');
    const url = page.getByLabel('Base URL');
    await url.fill('models');
    await page.getByText('Invalid URL.').waitFor();
    await url.fill('https://169.254.169.254/v1');
    await page.getByText('The stored key belongs to another URL').waitFor();
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => await describedBy(url)).toContain('This URL cannot be used');
    expect(await url.evaluate((field) => document.activeElement === field)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    // The error is cleared when the text changes.
    await url.fill(llm.url);
    await expect.poll(async () => await describedBy(url)).not.toContain('cannot be used');

    await page.getByText('Thresholds and limits').click();
    const calls = page.getByLabel('Concurrent calls');
    await calls.press('ControlOrMeta+a');
    await calls.press('Backspace');
    await page.getByText('Enter a number.').waitFor();
    await calls.pressSequentially('120');
    // A collapsed section is opened if it contains an error.
    await page.getByText('Thresholds and limits').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => await describedBy(calls)).toContain('At most 16.');
    expect(await calls.evaluate((field) => document.activeElement === field)).toBe(true);
    await takeScreenshot(page, 'ai-refused');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await calls.inputValue()).toBe('4');
    await page.context().close();
  });

  it('assesses a version on request and shows the evidence of a suggestion', async () => {
    const { page, problems } = await open(VERSION);
    await showStages(page);
    await page.getByRole('button', { name: 'Repeat AI assessment' }).click();
    await page.getByText('costs as much as the first time').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Assess new findings' }).click();
    await waitForAssessment();

    await page.goto(`${assay.url}/`);
    await page.getByRole('heading', { name: 'Needs review' }).waitFor();
    await page
      .getByRole('region', { name: /^Needs review/ })
      .getByRole('link', { name: 'CVE-2024-45590' })
      .click();
    await page.getByText('Not relevant, verified').waitFor();
    await page.getByText('needs approval (short advisory)').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'ai-finding');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each([
    { look: LOOKS[0], answer: 'Accept suggestion' },
    { look: LOOKS[1], answer: 'Reject suggestion' },
  ])('offers a suggestion for review and reverts the answer: $answer', async ({ look, answer }) => {
    const { page, problems } = await open(`${VERSION}?suggested=true`, look);
    const next = page.getByRole('region', { name: 'Next suggestion' });
    await next.getByText('Not relevant, verified').waitFor();
    await next.getByText(`Features not used: pkg:npm/body-parser ${FEATURE}`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `ai-suggestion-${look?.scheme}`);

    await next.getByRole('button', { name: answer }).click();
    await page.getByText('No findings match.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await next.getByText('Not relevant, verified').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('shows settings and cost without accessibility violations, $scheme at $width', async (look) => {
    await assay.ask('PATCH', '/organization/ai', { storeBodies: true });
    await assay.ask('POST', '/organization/ai/test');
    const { page, problems } = await open('/settings/ai', look);
    await page.getByRole('region', { name: 'Cost by day' }).waitFor();
    await takeScreenshot(page, `ai-settings-top-${look.scheme}`);
    await page.getByText('Thresholds and limits').click();
    await page.getByRole('button', { name: 'Show content' }).first().click();
    await page.getByText('Received', { exact: true }).click();
    await page.getByLabel('Received: Connection test', { exact: true }).getByText('fake-llm').waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await takeScreenshot(page, `ai-settings-${look.scheme}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('excludes a service and withdraws suggestions about it', async () => {
    const { page, problems } = await open('/services/lab/profile');
    await page.getByRole('switch', { name: 'Exclude from AI' }).click();
    await page.getByText('No data of this service is sent to a model').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await showStages(page);
    await page.getByText('skipped: the service is excluded from AI').waitFor();
    expect(await page.getByRole('button', { name: 'Repeat AI assessment' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Accessible description of a field. */
async function describedBy(field: Locator): Promise<string> {
  return await field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
}
