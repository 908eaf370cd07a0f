/**
 * Measures what a user waits for: how much the portal loads, the time to first paint, the time until ten thousand findings are
 * shown, and the cost of scrolling and filtering them. A real browser with a real server, over loopback.
 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../test/support/find-chromium.ts';
import { fillFindings } from './fill-findings.ts';
import { withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const PASSWORD = 'a password for one measurement';
/** Share of the fifty thousand findings of the largest services: ten thousand. */
const SHARE = 0.2;
const VERSION = '/services/service-1/versions/1';
const FIRST_LOAD_KB_MAX = 300;
const PAINT_MS_MAX = 1_000;
const TABLE_MS_MAX = 1_000;
const FRAME_MS_MAX = 40;
const WORST_FRAME_MS_MAX = 50;
const FILTER_MS_MAX = 300;

export async function measurePortal({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    print('skipped: Chromium is not installed and could not be installed');
    return [];
  }
  return await withMeasuredServer({ ASSAY_OWNER_PASSWORD: PASSWORD }, async (server) => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      await fillFindings(await server.installation.databaseUrl(), { share: SHARE });
      const sizes = await measureSizes(browser, server);
      const busy = await quiet();
      const times = await measureTimes(browser, server, quick ? 2 : 7);
      for (const [what, time] of times) print(`${what}: ${time}`);
      return [
        {
          title: 'Portal: download size',
          notes: [
            'Bytes of all bodies that the browser receives for a page, compressed as the server sends them, with an empty cache.',
          ],
          columns: ['page', 'received', 'target'],
          rows: sizes,
        },
        {
          title: 'Portal: response times',
          notes: [
            `A version with 10,000 findings among ${quick ? 'few' : 'many'} others, Chromium without a graphics card on the same two cores, with an empty cache. Median of ${quick ? 2 : 7} runs. Load before: ${busy}.`,
          ],
          columns: ['measurement', 'time', 'target'],
          rows: times,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}

/** What the browser receives, with what it loads after the first page. */
async function measureSizes(browser: Browser, server: MeasuredServer): Promise<string[][]> {
  const session = await signIn(server.url);
  const receive = async (path: string): Promise<number> => {
    const context = await browser.newContext();
    await context.addCookies([{ ...session, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    const bytes = await page.evaluate<number>(RECEIVED);
    await context.close();
    return bytes / 1_000;
  };
  const first = await receive('/');
  return [
    [
      'first load of the overview',
      `${first.toFixed(0)} kB`,
      judge(first < FIRST_LOAD_KB_MAX, `under ${FIRST_LOAD_KB_MAX} kB`),
    ],
    ['first load of a version with 10,000 findings', `${(await receive(VERSION)).toFixed(0)} kB`, ''],
  ];
}

/** A text, because this program has no browser types. */
const RECEIVED = `performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`;

/** A new window loads pages of the browser itself, and a new page requests what it shows later; both would use the same cores. */
const SETTLE_MS = 3_000;

async function measureTimes(browser: Browser, server: MeasuredServer, rounds: number): Promise<string[][]> {
  const session = await signIn(server.url);
  const seen: Record<'paint' | 'table' | 'frame' | 'worst' | 'filter' | 'rows', number[]> = {
    paint: [],
    table: [],
    frame: [],
    worst: [],
    filter: [],
    rows: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addCookies([{ ...session, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.waitForTimeout(SETTLE_MS);
    const start = performance.now();
    await page.goto(server.url + VERSION);
    await page.locator('tbody tr td[data-column="severity"]').first().waitFor();
    seen.table.push(performance.now() - start);
    seen.paint.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
    );
    await page.waitForTimeout(SETTLE_MS);
    const { mean, worst } = await page.evaluate<{ mean: number; worst: number }>(SCROLL);
    seen.frame.push(mean);
    seen.worst.push(worst);
    const { answered, painted } = await filter(page);
    seen.filter.push(answered);
    seen.rows.push(painted);
    await context.close();
  }
  const [paint, table, frame, worst, filtered, rows] = [
    seen.paint,
    seen.table,
    seen.frame,
    seen.worst,
    seen.filter,
    seen.rows,
  ].map(median);
  return [
    ['first content', inMs(paint ?? NaN), judge((paint ?? NaN) <= PAINT_MS_MAX, `${PAINT_MS_MAX} ms`)],
    ['findings table filled, grouped', inMs(table ?? NaN), judge((table ?? NaN) <= TABLE_MS_MAX, `${TABLE_MS_MAX} ms`)],
    ['mean frame while scrolling', inMs(frame ?? NaN), judge((frame ?? NaN) <= FRAME_MS_MAX, `${FRAME_MS_MAX} ms`)],
    [
      'slowest frame while scrolling',
      inMs(worst ?? NaN),
      judge((worst ?? NaN) <= WORST_FRAME_MS_MAX, `${WORST_FRAME_MS_MAX} ms`),
    ],
    ['filter applied', inMs(filtered ?? NaN), judge((filtered ?? NaN) <= FILTER_MS_MAX, `${FILTER_MS_MAX} ms`)],
    [
      'filter, from the click to the new rows',
      inMs(rows ?? NaN),
      judge((rows ?? NaN) <= FILTER_MS_MAX, `${FILTER_MS_MAX} ms`),
    ],
  ];
}

async function signIn(url: string): Promise<{ name: string; value: string }> {
  const response = await fetch(`${url}/api/v2/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'owner@localhost', password: PASSWORD }),
  });
  const [name = '', value = ''] = (response.headers.getSetCookie()[0]?.split(';')[0] ?? '').split('=');
  return { name, value };
}

/** Scrolls the table in sixty steps, each in a separate frame. A text, because this program has no browser types. */
const SCROLL = `(async () => {
  const region = [...document.querySelectorAll('*')].find(
    (each) => each.scrollHeight > each.clientHeight + 2000 && each.querySelector('tbody') !== null);
  const frames = [];
  let last = performance.now();
  for (let step = 0; step < 60; step += 1) {
    region?.scrollBy(0, 200);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    frames.push(performance.now() - last);
    last = performance.now();
  }
  return { mean: frames.reduce((sum, each) => sum + each, 0) / frames.length, worst: Math.max(...frames) };
})()`;

const TWO_FRAMES = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`;

/** In the page, from the click to the frame in which all rows of the table are those of the filter. */
const WATCH_ROWS = `window.rowsPainted = new Promise((resolve) => addEventListener('click', ({ timeStamp }) => {
  let isOld = false;
  const look = () => {
    const table = document.querySelector('section[aria-label="Findings"] table');
    isOld ||= table?.hasAttribute('aria-busy');
    const cells = [...table?.querySelectorAll('tbody tr[data-row] td[data-column="severity"]') ?? []];
    const isNew = isOld && !table.hasAttribute('aria-busy') && cells.length > 0 && cells.every((cell) => cell.textContent !== '');
    // A timer set in a frame runs after it is painted.
    if (isNew) setTimeout(() => resolve(performance.now() - timeStamp));
    else requestAnimationFrame(look);
  };
  look();
}, { capture: true, once: true })); undefined`;

/** `answered` has the time that the tool needs to find and click the link, and ends two frames after the answer. */
async function filter(page: Page): Promise<{ readonly answered: number; readonly painted: number }> {
  await page.evaluate(WATCH_ROWS);
  const response = page.waitForResponse(
    (each) => each.url().includes('severity=critical') && each.url().includes('/finding/group?'),
  );
  const start = performance.now();
  await page.locator('a[href*="severity=critical"]').first().click();
  await response;
  await page.evaluate(TWO_FRAMES);
  const answered = performance.now() - start;
  return { answered, painted: await page.evaluate<number>('window.rowsPainted') };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
