/**
 * `npm run screenshots`: takes the screenshots of the README from the demo in a separate folder, light and dark. Run it and
 * review the result after every visible change of the portal.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/support/find-chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs/images');
const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' };
const SIZE = { width: 1280, height: 860 };

/** By file name; the page is complete when the words are visible. */
const PAGES: Readonly<Record<string, { readonly path: string; readonly words: string }>> = {
  overview: { path: '/', words: 'Services by risk' },
  version: { path: '/services/demo-payments/versions/r45', words: 'First steps:' },
  plan: { path: '/services/demo-shop-api/versions/2.3.0?tab=remediation', words: 'Stop after step' },
  compare: { path: '/services/demo-payments/compare?base=r44&head=r45', words: 'CVE-2021-44228' },
};

interface Demo {
  readonly url: string;
  stop(): Promise<void>;
}

const demo = await startDemo();
try {
  await takeAll(demo.url);
} finally {
  await demo.stop();
}

async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-screenshots-'));
  const child = spawn(process.execPath, [join(ROOT, 'bin/assay.mjs'), 'serve', '--demo'], {
    env: {
      ...process.env,
      ASSAY_PORT: '0',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_LOG_LEVEL: 'error',
      ASSAY_OSV_URL: 'off',
      ASSAY_KEV_URL: 'off',
      ASSAY_EPSS_URL: 'off',
      ASSAY_SSVC_URL: 'off',
      ASSAY_OWNER_EMAIL: OWNER.email,
      ASSAY_OWNER_PASSWORD: OWNER.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  while (!output.includes('Loaded demo data')) {
    if (child.exitCode !== null) throw new Error(`Assay did not start:\n${output}`);
    await delay(200);
  }
  return { url: /ready at (\S+)/.exec(output)?.[1] ?? '', stop };
}

async function takeAll(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: SIZE });
    await signIn(page, url);
    for (const [name, { path, words }] of Object.entries(PAGES)) {
      await page.goto(url + path);
      await page.getByRole('main').getByText(words).first().waitFor();
      // Charts load after the page.
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
      const file = `${name}-${colorScheme}.png`;
      await page.screenshot({ path: join(IMAGES, file) });
      console.log(`docs/images/${file}`);
    }
    await page.close();
  }
  await browser.close();
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
