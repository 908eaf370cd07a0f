/**
 * End-to-end test: Assay in an empty folder, real advisories, one real SBOM of each kind, and well-known vulnerabilities in them,
 * in the API and on the page.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type AssayProcess, type Installation } from '../support/assay-process.ts';
import { findRealData, getRealData } from '../support/real-data.ts';
import { until } from '../support/server-processes.ts';
import { hasBrowser, launchBrowser, openPage, signInAsOwner } from './browser.ts';

const OWNER_PASSWORD = 'correct horse battery staple';

/** Known to be affected: versions and advisories were verified by hand in the document and in the record. */
const DOCUMENTS = [
  {
    service: 'npm',
    file: 'history/shop-api-1.0.0.cdx.json',
    expected: { id: 'CVE-2019-10744', severity: 'critical', component: 'lodash', version: '4.17.11', fixed: '4.17.12' },
  },
  {
    service: 'python',
    file: 'tools/SecObserve/services_files_trivy_poetry_short.json',
    expected: { id: 'CVE-2024-42005', severity: 'critical', component: 'django', version: '4.2.8', fixed: '4.2.15' },
  },
  {
    service: 'maven',
    file: 'tools/cdxgen/test_data_bom-maventree.json',
    expected: {
      id: 'CVE-2018-7489',
      severity: 'critical',
      component: 'com.fasterxml.jackson.core:jackson-databind',
      version: '2.9.2',
      fixed: '2.9.5',
    },
  },
  {
    service: 'debian',
    file: 'images/guac-data/syft-cyclonedx-docker.io-library-debian.latest.json',
    expected: {
      id: 'CVE-2021-46848',
      severity: 'critical',
      component: 'libtasn1-6',
      version: '4.16.0-2',
      fixed: '4.16.0-2+deb11u1',
    },
  },
] as const;

const hasData = ['osv', 'sboms'].every((folder) => findRealData(folder) !== undefined);

describe.runIf(hasData && hasBrowser())('upload to finding on the page', () => {
  let installation: Installation;
  let assay: AssayProcess;
  let browser: Browser;
  let url: string;
  let session: { name: string; value: string };

  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${installation.token}` } });
    expect(response.status).toBe(200);
    return await response.json();
  };

  beforeAll(async () => {
    installation = await createInstallation();
    assay = installation.launch({
      environment: {
        ASSAY_OSV_URL: pathToFileURL(getRealData('osv')).href,
        ASSAY_OWNER_PASSWORD: OWNER_PASSWORD,
        ASSAY_ADVISORY_ECOSYSTEMS: 'npm,PyPI,Maven,Debian',
      },
    });
    url = await assay.ready;
    browser = await launchBrowser();
    session = await signInAsOwner(url, OWNER_PASSWORD);
    await until(async () => {
      await delay(500);
      // Not always 200: the import may keep a slow machine busy. The real data is complete, and outdated after some days.
      const { advisories } = (await (await fetch(`${url}/readyz`)).json()) as { advisories?: { state: string } };
      return advisories?.state === 'ready' || advisories?.state === 'stale';
    });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await installation?.remove();
  });

  it.each(DOCUMENTS)(
    'finds $expected.id in $expected.component of the $service document',
    async ({ service, file, expected }) => {
      const body = await readFile(getRealData('sboms', file));
      const response = await fetch(`${url}/api/v2/service/${service}/version/1.0/sbom?wait=60`, {
        method: 'POST',
        headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
        body,
      });

      const found = await get(`/api/v2/service/${service}/version/1.0/finding?cve=${expected.id}`);
      const { page, problems } = await openPage(browser, { url, session });
      await page.goto(`${url}/services/${service}/versions/1.0?q=${expected.id}`);
      const row = page
        .getByRole('row')
        .filter({ hasText: expected.id })
        // The group of a Maven package is only in the details.
        .filter({ hasText: expected.component.slice(expected.component.lastIndexOf(':') + 1) })
        .first();
      await row.waitFor();

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ summary: { analysis: expect.stringMatching(/^completed/) } });
      expect(found).toContainEqual(
        expect.objectContaining({
          vulnerability: expect.objectContaining({ id: expected.id, severity: expected.severity }),
          component: expect.objectContaining({ name: expected.component, version: expected.version }),
          fix: expect.objectContaining({ nearest: expected.fixed }),
        }),
      );
      expect(await row.innerText()).toContain(expected.version);
      expect(problems).toEqual([]);
    },
  );
});
