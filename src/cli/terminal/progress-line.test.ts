import { describe, expect, it } from 'vitest';
import { createProgressLine } from './progress-line.ts';

/** Returns the output of a command that reports its progress at each of these times. */
function follow(times: readonly number[], isTTY: boolean): string {
  const written: string[] = [];
  let now = 0;
  const progress = createProgressLine({ isTTY, write: (text: string) => written.push(text) }, () => now);
  for (const time of times) {
    now = time;
    progress.report(`${time} of 20000`);
  }
  progress.end();
  return written.join('');
}

describe('the progress line', () => {
  it('prints nothing for short work', () => {
    expect(follow([10, 500, 900], true)).toBe('');
    expect(follow([10, 500, 900], false)).toBe('');
  });

  it('overwrites and finally removes one line on a terminal', () => {
    expect(follow([2_000, 2_050, 2_200], true)).toBe('\r\u001b[K2000 of 20000\r\u001b[K2200 of 20000\r\u001b[K');
  });

  it('prints a line now and then elsewhere, without control characters', () => {
    expect(follow([2_000, 6_000, 7_000, 11_500], false)).toBe('6000 of 20000\n11500 of 20000\n');
  });

  it('keeps notes above the line', () => {
    const written: string[] = [];
    const progress = createProgressLine(
      { isTTY: true, write: (text: string) => written.push(text) },
      () => written.length * 2_000,
    );
    progress.note('a');
    progress.report('1 of 2');
    progress.note('b');

    expect(written.join('')).toBe('a\n\r\u001b[K1 of 2\r\u001b[Kb\n');
  });
});
