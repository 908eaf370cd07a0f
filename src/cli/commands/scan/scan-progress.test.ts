import { describe, expect, it } from 'vitest';
import { createScanProgress } from './scan-progress.ts';

/** Returns the output while components are matched, with one report at each of these times. */
function follow(times: readonly number[], isTTY: boolean): string {
  const written: string[] = [];
  let now = 0;
  const output = { isTTY, write: (text: string) => written.push(text) };
  const progress = createScanProgress(output, () => now);
  for (const time of times) {
    now = time;
    progress.report({ stage: 'matching', done: time, total: 20_000 });
  }
  progress.end();
  return written.join('');
}

describe('scan progress', () => {
  it('prints nothing for a short scan', () => {
    expect(follow([10, 500, 900], true)).toBe('');
    expect(follow([10, 500, 900], false)).toBe('');
  });

  it('overwrites and finally removes one line on a terminal', () => {
    expect(follow([2_000, 2_050, 2_200], true)).toBe(
      '\r\u001b[KMatching: 2000 of 20000 components\r\u001b[KMatching: 2200 of 20000 components\r\u001b[K',
    );
  });

  it('prints a line now and then elsewhere, without control characters', () => {
    expect(follow([2_000, 6_000, 7_000, 11_500], false)).toBe(
      'Matching: 6000 of 20000 components\nMatching: 11500 of 20000 components\n',
    );
  });
});
