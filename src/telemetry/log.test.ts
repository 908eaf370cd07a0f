import { describe, expect, it } from 'vitest';
import { createLogger, toTextStream, type LogStyle } from './log.ts';

function write(
  style: LogStyle & { readonly isTTY?: boolean },
  log: (logger: ReturnType<typeof createLogger>) => void,
): string {
  const lines: string[] = [];
  const output = { isTTY: style.isTTY, write: (text: string) => void lines.push(text) };
  log(createLogger('info', toTextStream(output, style) ?? output));
  // Makes escapes visible, so that the patterns need no control characters.
  return lines.join('').replaceAll('\u001B', '<ESC>');
}

const warn = (logger: ReturnType<typeof createLogger>): void =>
  logger.warn({ source: 'osv', err: new Error('Connection terminated unexpectedly') }, 'feed unreachable');

describe('logger', () => {
  it('writes JSON to a pipe', () => {
    expect(JSON.parse(write({ format: 'auto' }, warn))).toMatchObject({
      level: 'warn',
      msg: 'feed unreachable',
      source: 'osv',
      err: { message: 'Connection terminated unexpectedly' },
    });
  });

  it('writes one colored line to a terminal', () => {
    const text = write({ format: 'auto', isTTY: true }, warn);

    expect(text).toMatch(/^<ESC>\[90m\d\d:\d\d:\d\d<ESC>\[0m <ESC>\[33mWARN <ESC>\[0m /);
    expect(text).toContain('feed unreachable: Connection terminated unexpectedly');
    expect(text.trimEnd()).not.toContain('\n');
    expect(text).not.toContain('{');
  });

  it.each<[string, LogStyle & { isTTY?: boolean }, RegExp]>([
    ['JSON on a terminal on request', { format: 'json', isTTY: true }, /^\{/],
    ['text in a pipe on request, without color', { format: 'text' }, /^\d\d:\d\d:\d\d WARN {2}feed/],
    ['text without color on request', { format: 'auto', isTTY: true, color: false }, /^\d\d:\d\d:\d\d WARN/],
    ['colored text in a pipe on request', { format: 'text', color: true }, /^<ESC>\[90m/],
  ])('writes %s', (_what, style, expected) => {
    expect(write(style, warn)).toMatch(expected);
  });

  it('writes the stack of an unexpected error below its line', () => {
    const text = write({ format: 'text' }, (logger) =>
      logger.error({ err: new TypeError('x is undefined') }, 'failed'),
    );

    expect(text).toMatch(/ERROR failed: x is undefined\n {4}at /);
  });

  it('does not let external text forge lines or colors', () => {
    const text = write({ format: 'text' }, (logger) => logger.info({ name: 'a\nb\u001B[2J' }, 'c'));

    expect(text.split('\n')).toHaveLength(2);
    expect(text).not.toContain('<ESC>');
  });

  it('hides secrets in both formats', () => {
    const log = (logger: ReturnType<typeof createLogger>): void => logger.info({ token: 'asy_secret' }, 'x');

    expect(write({ format: 'text' }, log)).not.toContain('asy_secret');
    expect(write({ format: 'json' }, log)).not.toContain('asy_secret');
  });
});
