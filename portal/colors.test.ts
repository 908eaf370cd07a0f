import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(new URL('colors.css', import.meta.url), 'utf8');
const [LIGHT = '', DARK = ''] = CSS.split('@media not print');
const MARKS = ['critical', 'high', 'medium', 'low', 'unknown'].map((name) => `--assay-${name}-mark`);

function colorOf(css: string, name: string): string {
  const found = new RegExp(`${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (found === undefined) throw new Error(`${name} has no color.`);
  return found;
}

/** Relative luminance of WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(a: string, b: string): number {
  const [high = 0, low = 0] = [luminanceOf(a), luminanceOf(b)].toSorted((one, other) => other - one);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('severity colors of charts, %s', (_scheme, css) => {
  const contrasts = MARKS.map((name) => contrastOf(colorOf(css, name), colorOf(css, '--assay-body')));

  it('have a contrast of at least 3:1 against the background', () => {
    for (const contrast of contrasts) expect(contrast).toBeGreaterThanOrEqual(3);
  });

  it('have about equal weight', () => {
    expect(Math.max(...contrasts) / Math.min(...contrasts)).toBeLessThan(1.35);
  });
});
