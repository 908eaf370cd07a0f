/** A user in two organizations, in one tab and in two tabs, and password resets. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { runAssay } from '../support/run-assay.ts';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server.ts';
import {
  findBarriers,
  hasBrowser,
  launchBrowser,
  LOOKS,
  openPage,
  openPath,
  signInAsOwner,
  takeScreenshot,
} from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const PASSWORD = 'correct horse battery staple';

/** These tests cause rejected requests on purpose, which the browser logs as errors. */
function withoutRefusals(problems: readonly string[]): string[] {
  return problems.filter((problem) => !/status of (?:401|404|409)/.test(problem));
}

describe.runIf(hasBrowser())('a user in two organizations', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  let invitation: { readonly url: string };

  beforeAll(async () => {
    assay = await startRealAssay();
    browser = await launchBrowser();
    const { stdout } = await runAssay(['organization', 'create', 'Payments', '--owner', 'owner@localhost', '--json'], {
      folder: assay.installation.folder,
    });
    ({ invitation } = JSON.parse(stdout) as { invitation: { url: string } });
    await assay.ask('POST', '/service', { name: 'shop' });
  });
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  it('joins the second one with the password of the account', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url });
    await page.goto(assay.url + new URL(invitation.url).pathname);
    await page.getByText('Existing account').click();
    await page.getByLabel('Account password').fill('a wrong password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').filter({ hasText: 'Enter its password' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'invite-existing-account');
    await page.getByLabel('Account password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { level: 1, name: 'Upload your first SBOM' }).waitFor();
    expect(withoutRefusals(problems)).toEqual([]);
    await page.context().close();
  });

  async function open(path = '/'): Promise<{ page: Page; problems: readonly string[] }> {
    const session = await signInAsOwner(assay.url, PASSWORD);
    const opened = await openPath(browser, { url: assay.url, session }, path);
    await switcher(opened.page).waitFor();
    return opened;
  }

  function switcher(page: Page) {
    return page.getByRole('banner').locator('summary[aria-label^="Organization: "]');
  }

  async function switchTo(page: Page, name: string): Promise<void> {
    await switcher(page).click();
    await page.getByRole('banner').getByRole('button', { name }).click();
    await page.locator(`summary[aria-label="Organization: ${name}"]`).waitFor();
  }

  it.each(LOOKS)('opens the menu in $scheme at $width px', async (look) => {
    const session = await signInAsOwner(assay.url, PASSWORD);
    const { page, problems } = await openPage(browser, { ...look, url: assay.url, session });
    await page.goto(`${assay.url}/services`);
    await switcher(page).click();
    await page.getByRole('button', { name: 'My organization' }).waitFor();
    await takeScreenshot(page, `organizations-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('switches by keyboard and sees nothing of the other organization', async () => {
    const { page, problems } = await open('/services');
    await switchTo(page, 'My organization');
    await page.goto(`${assay.url}/services`);
    await page.getByRole('link', { name: 'shop' }).first().waitFor();

    await switcher(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const names = [];
    for (let n = 0; n < 8; n += 1) {
      names.push(await page.evaluate(() => document.activeElement?.textContent));
      if (names.at(-1)?.startsWith('Payments') === true) break;
      await page.keyboard.press('Tab');
    }
    expect(names.at(-1)).toMatch(/^Payments/);
    await page.keyboard.press('Enter');
    await page.locator('summary[aria-label="Organization: Payments"]').waitFor();
    await page.goto(`${assay.url}/services`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'shop' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has to choose in the other tab, which shows and changes nothing of the new organization', async () => {
    const { page: first } = await open('/services');
    await switchTo(first, 'My organization');
    await first.goto(`${assay.url}/settings/organization`);
    await first.getByLabel('Organization name').fill('Typed into the old tab');
    const second = await first.context().newPage();
    await second.goto(assay.url);
    await switchTo(second, 'Payments');

    await first.getByRole('button', { name: 'Save' }).first().click();
    const dialog = first.getByRole('dialog', { name: 'Organization switched' });
    await dialog.getByText('This tab shows My organization, but you switched to Payments').waitFor();
    await takeScreenshot(first, 'organization-switched');
    expect(await findBarriers(first)).toEqual([]);

    await dialog.getByRole('button', { name: 'Switch back to My organization' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await first.getByLabel('Organization name').inputValue()).toBe('Typed into the old tab');
    await second.goto(`${assay.url}/settings/organization`);
    await second.locator('summary[aria-label="Organization: My organization"]').waitFor();
    await first.context().close();
  });

  it('is offered the other organization when a link leads nowhere', async () => {
    const { page, problems } = await open('/services');
    await switchTo(page, 'Payments');
    await page.goto(`${assay.url}/services/shop`);
    await page.getByText('If the link is for another organization').waitFor();
    await takeScreenshot(page, 'nothing-here');
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('main').getByRole('button', { name: 'My organization' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    expect(page.url()).toBe(`${assay.url}/services/shop`);
    expect(withoutRefusals(problems)).toEqual([]);
    await page.context().close();
  });

  it('sees whom to contact without e-mail, and resets the password with a link from an owner', async () => {
    const { page } = await openPage(browser, { url: assay.url });
    await page.goto(`${assay.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByText('E-mail is not configured.').waitFor();
    await takeScreenshot(page, 'forgot-password-without-mail');
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();

    const owner = await open('/services');
    await switchTo(owner.page, 'My organization');
    const invited = await assay.ask('POST', '/invitation', { email: 'grace@example.com', role: 'member' });
    const { path } = (await invited.json()) as { path: string };
    const member = await openPage(browser, { url: assay.url });
    await member.page.goto(assay.url + path);
    await member.page.getByLabel('Your name').fill('Grace');
    await member.page.getByLabel('New password').fill(PASSWORD);
    await member.page.getByRole('button', { name: 'Join' }).click();
    await member.page.getByRole('heading', { level: 1 }).waitFor();

    await owner.page.goto(`${assay.url}/settings/members`);
    const row = owner.page.getByRole('row').filter({ hasText: 'Grace' });
    await row.getByRole('button', { name: 'Reset password' }).click();
    await takeScreenshot(owner.page, 'reset-password-dialog');
    await owner.page.getByRole('button', { name: 'Create link' }).click();
    const link = await owner.page.getByLabel('Reset link', { exact: true }).innerText();
    await takeScreenshot(owner.page, 'reset-password-link');
    expect(await findBarriers(owner.page)).toEqual([]);

    await member.page.goto(link);
    await member.page.getByLabel('New password').fill('an entirely new sentence');
    await takeScreenshot(member.page, 'reset-password');
    expect(await findBarriers(member.page)).toEqual([]);
    await member.page.getByRole('button', { name: 'Change password' }).click();
    await member.page.getByText('The password was changed').waitFor();
    await member.page.getByRole('link', { name: 'Sign in' }).click();
    await member.page.getByLabel('E-mail').fill('grace@example.com');
    await member.page.getByLabel('Password', { exact: true }).fill('an entirely new sentence');
    await member.page.keyboard.press('Enter');
    await member.page
      .getByRole('button', { name: 'Your account' })
      .or(member.page.locator('summary'))
      .first()
      .waitFor();
    await member.page.context().close();
    await owner.page.context().close();
  });
});

describe.runIf(hasBrowser())('password reset', { timeout: 120_000 }, () => {
  let smtp: SmtpServer;
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    const port = await findFreePort();
    assay = await startRealAssay({
      ASSAY_PORT: String(port),
      ASSAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ASSAY_MAIL_URL: smtp.url,
      ASSAY_MAIL_FROM: 'assay@example.com',
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
    await smtp?.stop();
  });

  it.each(LOOKS)('is requested by e-mail in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: assay.url });
    await page.goto(`${assay.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The sign-in page has a field of the same name, and stays visible until the next page is loaded.
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    await page.getByLabel('E-mail').fill('owner@localhost');
    await takeScreenshot(page, `forgot-password-${look.scheme}-${look.width}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('a link was sent to it').waitFor();

    await expect.poll(() => smtp.received.length).toBeGreaterThan(0);
    expect(smtp.received[0]?.to).toEqual(['owner@localhost']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
