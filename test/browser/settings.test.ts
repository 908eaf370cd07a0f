/**
 * Settings as an owner uses them and as a viewer sees them: secrets are shown once, and destructive actions need confirmation.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIGEST_EVENTS, EVENT_TYPES } from '../../src/core/vocabulary/event.ts';
import {
  findBarriers,
  hasBrowser,
  launchBrowser,
  listScrollingTables,
  LOOKS,
  openPage,
  openPath,
  takeScreenshot,
  type OpenPage,
} from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const PAGES = ['organization', 'tokens', 'members', 'sources', 'webhooks', 'audit'] as const;
const PASSWORD = 'another horse and another battery';

describe.runIf(hasBrowser())('settings', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    // Nothing is ever sent to this URL, because its event does not occur here.
    const webhook = { url: 'https://1.1.1.1/hook', events: ['webhook.disabled'], description: 'Chat of the team' };
    await assay.ask('POST', '/webhook', webhook);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  const open = async (path: string, session = assay.session): Promise<OpenPage> => {
    const opened = await openPath(browser, { url: assay.url, session }, `/settings/${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  };

  it.each(LOOKS)('have no accessibility violations, $scheme and $width pixels wide', async (look) => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session, ...look });
    const titles = new Set<string>();
    for (const name of PAGES) {
      await page.goto(`${assay.url}/settings/${name}`);
      await page.getByRole('navigation', { name: 'Settings' }).waitFor();
      await page.getByRole('table').or(page.getByRole('switch')).first().waitFor();

      expect(await findBarriers(page)).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await listScrollingTables(page)).toEqual([]);
      titles.add(await page.title());
      await takeScreenshot(page, `settings-${name}-${look.scheme}-${look.width}`);
    }
    expect(titles.size).toBe(PAGES.length);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show a token once and revoke it after its name was typed', async () => {
    const { page, problems } = await open('tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Pipeline of the shop');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByLabel('Token', { exact: true }).innerText();
    expect(await page.getByLabel('Command', { exact: true }).innerText()).toContain(secret);
    expect(await statusWith(secret)).toBe(200);

    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Pipeline of the shop' });
    await row.waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(
      await page.evaluate(() =>
        JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
      ),
    ).not.toContain('asy_');

    await row.getByRole('button', { name: 'Revoke' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke token' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type Pipeline of the shop to confirm').fill('Pipeline of the shop');
    await revoke.click();

    await row.filter({ hasText: 'Revoked on' }).waitFor();
    expect(await statusWith(secret)).toBe(401);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  async function statusWith(token: string): Promise<number> {
    const answer = await fetch(`${assay.url}/api/v2/service`, { headers: { authorization: `Bearer ${token}` } });
    return answer.status;
  }

  it('invite by link; a viewer sees everything and can change nothing until the role changes', async () => {
    const { page, problems } = await open('members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('viewer');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Invitation link', { exact: true }).innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'grace@example.com' }).filter({ hasText: 'Open' }).waitFor();

    const guest = await openPage(browser, { url: assay.url });
    await guest.page.goto(link);
    await guest.page.getByLabel('Your name').fill('Operator');
    await guest.page.getByLabel('New password').fill('password1234');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('alert').filter({ hasText: 'easy to guess' }).waitFor();
    await takeScreenshot(guest.page, 'invite-password-refused');
    await guest.page.getByLabel('New password').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('alert').filter({ hasText: 'reserved' }).waitFor();
    expect(await findBarriers(guest.page)).toEqual([]);
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Upload your first SBOM' }).waitFor();
    await guest.page.goto(`${assay.url}/settings/tokens`);
    const create = guest.page.getByRole('button', { name: 'Create token' });
    await create.waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    await guest.page.getByText('Requires the admin or owner role (your role: viewer).').last().waitFor();
    expect(await findBarriers(guest.page)).toEqual([]);
    await guest.page.goto(`${assay.url}/settings/organization`);
    expect(await guest.page.getByRole('switch').first().isDisabled()).toBe(true);

    await page.reload();
    await roleOf(page).selectOption('admin');
    await expect.poll(async () => await roleOf(page).inputValue()).toBe('admin');
    await guest.page.goto(`${assay.url}/settings/tokens`);
    await guest.page.getByRole('row').filter({ hasText: 'First token' }).waitFor();

    const created = await guest.page.request.post(`${assay.url}/api/v2/token`, {
      data: { name: 'Pipeline of Grace' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { token } = (await created.json()) as { token: string };
    await roleOf(page).selectOption('viewer');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').filter({ hasText: 'Pipeline of Grace' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'settings-members-demote');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(async () => await roleOf(page).inputValue()).toBe('admin');

    await page.getByRole('row').filter({ hasText: 'Grace' }).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Pipeline of Grace' }).waitFor();
    expect(await dialog.getByRole('radio', { name: 'Revoke' }).isChecked()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'settings-members-remove');
    await page.getByLabel('Type grace@example.com to confirm').fill('grace@example.com');
    await page.getByRole('button', { name: 'Remove member' }).click();
    await expect.poll(async () => await roleOf(page).count()).toBe(0);
    expect(await statusWith(token)).toBe(401);
    await guest.page.goto(`${assay.url}/settings/tokens`);
    await guest.page.getByRole('button', { name: 'Sign in' }).waitFor();

    expect(problems).toEqual([]);
    await guest.page.context().close();
    await page.context().close();
  });

  const roleOf = (page: Page) => page.getByLabel('Role of grace@example.com');

  it('save changes and record the user in the audit log', async () => {
    const { page, problems } = await open('organization');
    await page.getByLabel('Organization name').fill('Acme');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').first().waitFor();

    await page.goto(`${assay.url}/settings/audit?q=organization.updated`);
    const row = page.getByRole('row').filter({ hasText: 'changed the organization' }).first();
    await row.waitFor();
    expect(await row.innerText()).toContain('Acme');
    expect(await row.innerText()).toContain('owner@localhost');
    await expect.poll(async () => await page.getByRole('banner').innerText()).toContain('Acme');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('offer every event type for a webhook', async () => {
    const { page, problems } = await open('webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('URL', { exact: true }).fill('https://1.1.1.1/comments');
    await page.getByRole('radio', { name: 'Selected events' }).check();
    const types = page.getByRole('group', { name: 'Event types' }).getByRole('checkbox');
    await types.first().waitFor();

    expect(await types.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual([
      ...EVENT_TYPES,
    ]);
    expect(await findBarriers(page)).toEqual([]);
    for (const type of DIGEST_EVENTS) await page.getByRole('checkbox', { name: type }).uncheck();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'finding.assigned' }).check();
    await page.getByRole('checkbox', { name: 'finding.commented' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('row').filter({ hasText: 'https://1.1.1.1/comments' });
    await row.filter({ hasText: 'finding.assigned, finding.commented' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show the usage of each quota, and a notice on every page when one is full', async () => {
    const webhook = { url: 'https://1.1.1.1/hook', enabled: false };
    const made: Response[] = [];
    while (made.at(-1)?.status !== 409) made.push(await assay.ask('POST', '/webhook', webhook));

    const { page, problems } = await open('organization');
    const row = page.getByRole('listitem').filter({ hasText: 'Webhooks' }).filter({ hasText: '20 of 20' });
    await row.waitFor();
    expect(await row.innerText()).toContain('Full');
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${assay.url}/services`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'Quota for webhooks and notification rules reached: 20 of 20.' })
      .waitFor();

    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** Must be the last test, because it adds services. */
  it('offer every service for a token, found by its name', async () => {
    for (const number of Array.from({ length: 101 }, (_, index) => index))
      await assay.ask('POST', '/service', { name: `service-${String(number).padStart(3, '0')}` });
    const { page } = await open('tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('input').and(page.getByLabel('Services')).fill('service-000');
    await page.getByRole('option', { name: 'service-000' }).click();
    await page.getByLabel('Name').fill('Pipeline of the oldest service');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('row').filter({ hasText: 'Pipeline of the oldest service' });
    await expect.poll(async () => await row.innerText()).toContain('1 service');
    await page.context().close();
  });
});
