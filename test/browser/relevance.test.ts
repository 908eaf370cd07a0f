/** Decisions about findings with a real server: single, bulk and suggested ones, reverting, profiles, VEX, and permissions. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireProfile } from '../../src/api/contract/services/profile.ts';
import { aCycloneDx } from '../support/documents.ts';
import { aGoRecord, aGovulncheckStream } from '../support/govulncheck.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot, type Look } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const FOR_DEVELOPMENT = [{ name: 'cdx:npm:package:development', value: 'true' }];
const VERSION = '/services/lab/versions/1.1';

/** Critical and for development only: a rule suggests that the first one is not relevant, which needs review. */
const COMPONENTS = [
  aLibrary('pkg:npm/%40babel/traverse@7.20.0', { group: '@babel', properties: FOR_DEVELOPMENT }),
  aLibrary('pkg:npm/json5@2.2.1', { properties: FOR_DEVELOPMENT }),
  aLibrary('pkg:npm/body-parser@1.20.2'),
  aLibrary('pkg:npm/cross-spawn@7.0.3'),
];

const CALLS = [{ id: 'GO-2024-1', module: 'example.com/a', version: 'v1.0.0', level: 'symbol' }] as const;

const VEX = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.com/vex/1',
  author: 'Example Vendor',
  timestamp: '2026-11-01T00:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: 'CVE-2024-21538' },
      products: [{ '@id': 'pkg:npm/cross-spawn@7.0.3' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
    },
  ],
};

function aLibrary(purl: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const [name = '', version = ''] = (purl.split('/').at(-1) ?? '').split('@');
  return { type: 'library', name, version, purl, 'bom-ref': purl, ...more };
}

describe.runIf(hasBrowser())('relevance in the portal', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    const document = aCycloneDx({
      components: COMPONENTS,
      dependencies: [{ ref: 'shop', dependsOn: COMPONENTS.map((each) => each['bom-ref']) }],
    });
    for (const version of ['1.0', '1.1'])
      await assay.ask('POST', `/service/lab/version/${version}/sbom?wait=30`, document);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  const open = async (path: string, look?: Look) => await openPath(browser, assay, path, look);

  it('decides about one finding by keyboard, previews the effect, and reverts it', async () => {
    const { page, problems } = await open(VERSION);
    await page.getByRole('link', { name: 'CVE-2024-45590' }).click();
    await page.getByRole('heading', { name: 'Decision', level: 3 }).waitFor();

    await page.keyboard.press('d');
    await page.getByLabel('Justification').selectOption('code_not_reachable');
    await page.getByLabel('Reason', { exact: true }).fill('The parser is never called.');
    await page.getByText('Changes 1 finding here and 1 in 1 other version.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await submit(page);

    await page.getByText('Decision applied to 2 findings.').waitFor();
    await decisionOf(page).getByText('Not relevant', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('u');
    await page.getByText('1 decision reverted.').waitFor();
    await decisionOf(page).getByText('Relevant', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows a dismissed notice of a decision no more, even if its analyses end later', async () => {
    const { page, problems } = await open(VERSION);
    const analysis = Promise.withResolvers<void>();
    await page.route('**/api/v2/analysis/*', async (route) => {
      await analysis.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'CVE-2024-45590' }).click();
    await page.getByRole('button', { name: 'False positive' }).click();
    await page.getByLabel('Reason', { exact: true }).fill('Another package of that name.');
    await submit(page);
    await page.getByText('Updating findings.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    analysis.resolve();

    await decisionOf(page).getByText('Not relevant', { exact: true }).waitFor();
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
    await page.keyboard.press('u');
    await page.getByText('1 decision reverted.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('saves nothing after a concurrent decision, and shows that one next to the draft', async () => {
    const { page, problems } = await open(VERSION);
    await page.getByRole('link', { name: 'CVE-2024-45590' }).click();
    await page.getByRole('button', { name: 'False positive' }).click();
    await page.getByLabel('Reason', { exact: true }).fill('Another package of that name.');
    await page.getByText('Changes 1 finding here').waitFor();
    const id = new URL(page.url()).searchParams.get('finding') ?? '';
    await assay.ask('POST', `/finding/${id}/decision`, { action: 'confirm', detail: 'It is called by the importer.' });
    await submit(page);

    await page.getByText('The finding has changed in the meantime. Nothing was saved.').waitFor();
    await page.getByRole('alert').getByText('It is called by the importer.').waitFor();
    expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('Another package of that name.');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('u');
    await page.getByText('1 decision reverted.').waitFor();
    expect(problems.filter((problem) => !problem.includes('412'))).toEqual([]);
    await page.context().close();
  });

  it('decides about all matching findings and reverts the whole batch', async () => {
    const { page, problems } = await open(VERSION);
    await page.getByRole('link', { name: 'CVE-2024-45590' }).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const selected = page.getByRole('region', { name: 'Selected findings' });
    await selected.getByText('2 findings selected').waitFor();
    await selected.getByRole('button', { name: 'Select all 3' }).click();
    await selected.getByRole('button', { name: 'Decide' }).click();
    await page.getByLabel('Decision', { exact: true }).selectOption('accept_risk');
    await page.getByLabel('Reason', { exact: true }).fill('Replaced next quarter.');
    await page.getByText('Changes 3 findings here and 3 in 1 other version.').waitFor();
    await submit(page);

    await page.getByText('Decision applied to 6 findings.').waitFor();
    await expect.poll(async () => await page.getByRole('cell', { name: /^Accepted/ }).count()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 decisions reverted.').waitFor();
    await expect.poll(async () => await page.getByRole('cell', { name: /^Accepted/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('offers a suggestion of a rule for review, $scheme at $width', async (look) => {
    const { page, problems } = await open(`${VERSION}?suggested=true`, look);
    await page.getByText('needs approval (critical severity)').waitFor();

    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `relevance-queue-${look.scheme}`);
    await page.getByRole('button', { name: 'Accept suggestion' }).click();
    await page.getByText('No findings match.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('needs approval (critical severity)').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('restores a finding that a rule marked not relevant, and shows the reason', async () => {
    const { page, problems } = await open(`${VERSION}?relevance=not_relevant`);
    await page.getByRole('link', { name: 'Development dependency 1' }).waitFor();
    await page.getByRole('link', { name: 'CVE-2022-46175' }).click();
    await page.getByRole('button', { name: 'Mark as relevant' }).click();
    await page.getByText('Changes 1 finding here').waitFor();
    await submit(page);

    await decisionOf(page).getByText('Relevant', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await decisionOf(page).getByText('Not relevant', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('changes exactly as many findings by a profile as the preview showed', async () => {
    await assay.ask('PUT', '/service/lab/profile/production', { fields: {} });
    const { page, problems } = await open('/services/lab/profile/production');
    await page.getByText('All fields').click();
    await page.getByLabel('Reachable from', { exact: true }).selectOption('host-only');
    await page.getByText('Save or discard your changes first.').first().waitFor();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    const preview = await page.getByText(/^\d+ findings in 1\.1\. Saving would change the priority of/).innerText();
    expect(await findBarriers(page)).toEqual([]);
    const rows = await page.getByRole('region', { name: 'Changed findings' }).getByRole('row').count();
    await page.getByRole('button', { name: 'Close' }).click();
    const before = await listBands(assay);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Entered manually, confirmed by').waitFor();

    expect(preview).toContain(`the priority of ${rows - 1} finding`);
    await expect.poll(async () => countChanged(before, await listBands(assay))).toBe(rows - 1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('asks first what changes most, saves an answer at once and reverts it until the next change', async () => {
    await assay.ask('PUT', '/service/lab/profile/asked', { fields: {} });
    const reach = async (): Promise<unknown> => {
      const profile = (await (await assay.ask('GET', '/service/lab/profile/asked')).json()) as WireProfile;
      return profile.stated['exposure.reach']?.value;
    };
    const { page, problems } = await open('/services/lab/profile/asked');
    const first = page.getByRole('list', { name: 'Answer first' });
    const asked = first.getByRole('listitem', { name: 'From where can the service be reached?' });
    await asked.getByText('would change the priority of').first().waitFor();
    expect(await asked.getByRole('button', { name: 'Internet' }).count()).toBe(1);
    expect(await first.locator('> li').count()).toBeLessThanOrEqual(5);
    await takeScreenshot(page, 'relevance-asked');

    await asked.getByRole('button', { name: 'Same host only' }).click();
    await page.getByText('Saved: Reachable from: Same host only').waitFor();
    await asked.waitFor({ state: 'detached' });
    expect(await reach()).toBe('host-only');
    await page.getByRole('button', { name: 'Undo' }).click();
    await asked.waitFor();
    expect(await reach()).toBeUndefined();

    await asked.getByRole('button', { name: 'Skip' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show 1 skipped question' }).click();
    await asked.getByRole('button', { name: 'Same host only' }).click();
    await page.getByText('Saved: Reachable from: Same host only').waitFor();
    await page.getByText('All fields').click();
    await page.getByLabel('Shell available', { exact: true }).selectOption({ label: 'No' });
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps unsaved changes of a profile that another user changes', async () => {
    const path = '/service/lab/profile/shared';
    await assay.ask('PUT', path, { fields: {} });
    const { page, problems } = await open('/services/lab/profile/shared');
    await page.getByText('All fields').click();
    const reach = page.getByLabel('Reachable from', { exact: true });
    await reach.selectOption('host-only');
    await page.getByLabel('Environments').fill('production');
    await assay.ask('PUT', path, { fields: { 'exposure.reach': { value: 'internet' } } });
    let isLoaded = false;
    page.on('response', (response) => (isLoaded ||= response.url().endsWith(path)));
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return isLoaded;
      })
      .toBe(true);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another user changed the profile. Nothing was saved.').waitFor();
    expect(await reach.inputValue()).toBe('host-only');
    expect(await page.getByLabel('Environments').inputValue()).toBe('production');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect.poll(async () => await reach.inputValue()).toBe('internet');
    expect(await page.getByLabel('Environments').inputValue()).toBe('');
    expect(problems.filter((problem) => !problem.includes('412'))).toEqual([]);
    await page.context().close();
  });

  it('edits features and controls in inputs of their own', async () => {
    await assay.ask('PUT', '/service/lab/profile/entries', { fields: {} });
    const { page, problems } = await open('/services/lab/profile/entries');
    await page.getByText('All fields').click();
    await page.getByRole('button', { name: 'Add: Features not used' }).click();
    await page.getByLabel('Features not used 1: Package URL').fill('pkg:npm/body-parser');
    await page.getByLabel('Features not used 1: Feature').fill('urlencoded | extended');
    await page.getByLabel('Web application firewall', { exact: true }).selectOption('In place');
    await page.getByLabel('Web application firewall: Location').fill('all ingress');
    await page.getByLabel('Web application firewall: Last verified').fill('2026-10-01');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });

    const profile = (await (await assay.ask('GET', '/service/lab/profile/entries')).json()) as WireProfile;
    expect(profile.stated['usage.featuresNotUsed']?.value).toEqual([
      { purl: 'pkg:npm/body-parser', feature: 'urlencoded | extended' },
    ]);
    expect(profile.stated['controls.waf']?.value).toEqual({ scope: 'all ingress', verifiedAt: '2026-10-01' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('detects values in a manifest and confirms them with one click', async () => {
    await assay.ask('PUT', '/service/lab/profile/manifest', { fields: {} });
    const { page, problems } = await open('/services/lab/profile/manifest');
    await page.getByText('Add document').click();
    await page.getByLabel('Drop a document here').setInputFiles({
      name: 'compose.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from('services:\n  web: { image: lab, user: "1000", read_only: true }\n'),
    });
    await page.getByRole('button', { name: 'Add', exact: true }).click();

    await page.getByText('Runs as root: No').waitFor();
    await page.getByRole('button', { name: /^Confirm \d+ detected values$/ }).click();
    await page.getByText('not confirmed').waitFor({ state: 'detached' });

    const profile = (await (await assay.ask('GET', '/service/lab/profile/manifest')).json()) as WireProfile;
    expect(profile.fields['privilege.runsAsRoot']).toMatchObject({ value: 'no', basis: 'confirmed' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('applies the VEX document of a trusted author and exports its own', async () => {
    const { page, problems } = await open('/settings/organization');
    await page.getByRole('textbox', { name: 'Author' }).fill('Example Vendor');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Example Vendor' }).waitFor();
    await page.goto(assay.url + VERSION);
    await page.getByText('VEX', { exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export OpenVEX' }).click();
    expect((await download).suggestedFilename()).toBe('lab-1.1.openvex.json');
    await page.getByRole('button', { name: 'Manage documents' }).click();
    const buffer = Buffer.from(JSON.stringify(VEX));
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'vex.json', { type: 'application/json' }));
      return transfer;
    }, buffer.toString());
    await page.getByText('Drop a VEX document here').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('vex.json').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 1 statement by Example Vendor.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${assay.url}${VERSION}?relevance=not_relevant&reason=vex`);
    await page.getByRole('link', { name: 'CVE-2024-21538' }).click();
    await page.getByText('VEX by Example Vendor (trusted supplier): not relevant').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('adds and deletes an analysis of calls, $scheme at $width', async (look) => {
    const { page, problems } = await open(`${VERSION}?tab=sboms`, look);
    await page.getByText('Add an analysis of calls').click();
    const form = page.getByLabel('Drop an analysis of calls here');
    const calls = aGovulncheckStream([aGoRecord('GO-2024-1', 'example.com/a', [])], CALLS);
    await form.setInputFiles({ name: 'calls.txt', mimeType: 'text/plain', buffer: Buffer.from('not an analysis') });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').waitFor();

    await form.setInputFiles({ name: 'calls.json', mimeType: 'application/json', buffer: Buffer.from(calls) });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added: 1 called. The version is analyzed again.').waitFor();
    await page.getByText('1 statement without a finding in this version').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await takeScreenshot(page, `relevance-calls-${look.scheme}`);
    const table = page.getByRole('region', { name: 'Analyses of calls' });
    await table.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('None. Add the JSON output of govulncheck').waitFor();
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('shows a profile without accessibility violations, $scheme at $width', async (look) => {
    const { page, problems } = await open('/services/lab/profile/production', look);
    await page.getByText(/^\d+ fields? set\./).waitFor();
    await takeScreenshot(page, `relevance-interview-${look.scheme}`);
    await page.getByText('All fields').click();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await takeScreenshot(page, `relevance-profile-${look.scheme}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** The section of the opened finding. */
function decisionOf(page: Page) {
  return page.getByRole('region', { name: 'Decision' });
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('dialog').last().getByRole('button', { name: 'Decide', exact: true }).click();
}

/** Reads from the API, for the same version. */
async function listBands(assay: RealAssay): Promise<ReadonlyMap<string, string>> {
  const path = '/service/lab/version/1.1/finding?relevance=relevant,deprioritized,not_relevant';
  const findings = (await (await assay.ask('GET', path)).json()) as readonly {
    readonly vulnerability: { readonly id: string };
    readonly relevance: { readonly status: string };
    readonly priority: { readonly band: string };
  }[];
  return new Map(findings.map((each) => [each.vulnerability.id, `${each.relevance.status} ${each.priority.band}`]));
}

function countChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...after].filter(([id, standing]) => before.get(id) !== standing).length;
}
