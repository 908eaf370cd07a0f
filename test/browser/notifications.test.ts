/** Notification rules as an owner adds, tests, edits and deletes them, and the page to unsubscribe as a recipient sees it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { until } from '../support/server-processes.ts';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server.ts';
import { answer, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  findBarriers,
  hasBrowser,
  launchBrowser,
  listScrollingTables,
  LOOKS,
  openPage,
  takeScreenshot,
} from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

describe.runIf(hasBrowser())('notifications', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  let smtp: SmtpServer;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [smtp, receiver] = await Promise.all([startSmtpServer(), startReceiver()]);
    const port = await findFreePort();
    const environment = {
      ASSAY_PORT: String(port),
      ASSAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ASSAY_MAIL_URL: smtp.url,
      ASSAY_MAIL_FROM: 'assay@example.com',
      ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    [assay, browser] = await Promise.all([startRealAssay(environment), launchBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
    await receiver?.die();
    await smtp?.stop();
  });

  it('are added, tested, edited, disabled and deleted', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/settings/notifications`);
    await page.getByText('No notification rules yet.').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Security team');
    await dialog.getByLabel('Webhook URL').fill(`${receiver.url}/services/very-secret`);
    await dialog.getByRole('radio', { name: 'Selected events' }).check();
    await dialog.getByRole('checkbox', { name: 'finding.resolved' }).check();
    await dialog.getByLabel('Tags').fill('production, , edge');
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'notifications-add');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Security team' });
    await row.filter({ hasText: '9 event types; tags production, edge' }).waitFor();
    expect(await page.content()).not.toContain('very-secret');

    receiver.behave(answer(403, {}, 'invalid_token'));
    await row.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('alert').filter({ hasText: 'Failed, status 403, response: invalid_token' }).waitFor();
    await row.filter({ hasText: 'Never' }).waitFor();
    receiver.behave(answer(200, {}, 'ok'));
    await row.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('alert').filter({ hasText: 'Delivered, status 200, response: ok' }).waitFor();
    await row.filter({ hasNotText: 'Never' }).waitFor();
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/services/very-secret', '/services/very-secret']);
    await row.getByRole('link', { name: 'Security team' }).click();
    const log = page.getByRole('region', { name: 'Deliveries', exact: true });
    await log.getByRole('row').filter({ hasText: 'invalid_token' }).waitFor();

    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('radio', { name: 'New risks and warnings' }).check();
    await dialog.getByRole('combobox', { name: 'Minimum priority' }).click();
    await page.getByRole('option', { name: 'P1 or more urgent' }).click();
    await dialog.getByRole('combobox', { name: 'Send' }).click();
    await page.getByRole('option', { name: 'Daily digest' }).click();
    await dialog.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option', { name: '06:00 UTC' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.filter({ hasText: 'New risks and warnings; P1 or more urgent; tags production, edge' }).waitFor();
    await row.filter({ hasText: 'Daily at 06:00 UTC' }).waitFor();

    await row.getByRole('button', { name: 'Disable' }).click();
    await row.filter({ hasText: 'Disabled' }).waitFor();
    await row.getByRole('button', { name: 'Enable' }).click();
    await row.filter({ hasText: 'Active' }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type Security team to confirm').fill('Security team');
    await page.getByRole('button', { name: 'Delete rule' }).click();
    await page.getByText('No notification rules yet.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('by e-mail can be ended by a recipient without sign-in', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/settings/notifications`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Owners');
    await dialog.getByRole('radio', { name: 'E-mail' }).check();
    await dialog.getByLabel('Recipients').fill('ada@example.com\ngrace@example.com');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Owners' });
    await row.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('alert').filter({ hasText: 'grace@example.com: Delivered' }).waitFor();
    await until(() => smtp.received.length === 2);
    const mail = smtp.received.find(({ to }) => to.includes('grace@example.com'));
    const text = (mail?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [link = ''] = /http\S+\/unsubscribe\/[\w-]+(?=\s)/.exec(text.slice(text.indexOf('Unsubscribe: '))) ?? [];

    const guest = await openPage(browser, { url: assay.url });
    await guest.page.goto(link);
    await guest.page.getByText('grace@example.com').waitFor();
    expect(await findBarriers(guest.page)).toEqual([]);
    await takeScreenshot(guest.page, 'unsubscribe');
    await guest.page.getByRole('button', { name: 'Unsubscribe' }).click();
    await guest.page.getByRole('alert').filter({ hasText: 'You are unsubscribed.' }).waitFor();
    await guest.page.goto(`${link.slice(0, -1)}_`);
    await guest.page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
    await page.reload();
    await row.filter({ hasText: 'ada@example.com, grace@example.com (unsubscribed)' }).waitFor();
    expect(problems).toEqual([]);
    await guest.page.context().close();
    await page.context().close();
  });

  it.each(LOOKS)('have no accessibility violations, $scheme and $width pixels wide', async (look) => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session, ...look });
    await page.goto(`${assay.url}/settings/notifications`);
    await page.getByRole('row').filter({ hasText: 'Owners' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Deliveries of Owners' }).waitFor();
    await page.getByRole('region', { name: 'Deliveries', exact: true }).waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await listScrollingTables(page)).toEqual([]);
    await takeScreenshot(page, `settings-notifications-${look.scheme}-${look.width}`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('dialog').getByLabel('Webhook URL').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `settings-notifications-add-${look.scheme}-${look.width}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
