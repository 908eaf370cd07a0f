import { describe, expect, it } from 'vitest';
import { describeClient } from './sign-in.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeClient', () => {
  it.each([
    [`${MOZILLA} (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0`, 'Firefox on Linux'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 Edg/139.0`, 'Edge on Windows'],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
    [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/139.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', 'Unknown program'],
    ['x'.repeat(16_000), 'Unknown program'],
    ['', 'Unknown program'],
    [undefined, 'Unknown program'],
  ])('describes %j as %s', (header, description) => {
    expect(describeClient(header)).toBe(description);
  });
});
