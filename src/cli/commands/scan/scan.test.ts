import { describe, expect, it } from 'vitest';
import { parseScanRequest } from './scan-request.ts';
import { createScanProgress } from './scan.ts';

describe('parseScanRequest', () => {
  it('defaults to a table on standard output', () => {
    expect(parseScanRequest(['sbom.json'])).toEqual({
      input: 'sbom.json',
      format: 'table',
      output: undefined,
      failOn: undefined,
      distro: null,
      image: null,
    });
  });

  it('accepts all flags, and standard input', () => {
    const line =
      '- --format sarif --output a.sarif --fail-on high --distro debian-12 --image registry.example.com/app:1';

    expect(parseScanRequest(line.split(' '))).toEqual({
      input: '-',
      format: 'sarif',
      output: 'a.sarif',
      failOn: 'high',
      distro: 'debian-12',
      image: 'registry.example.com/app:1',
    });
  });

  it.each([
    ['', '"assay scan" requires a value: the path of an SBOM, or - for standard input.'],
    ['a.json b.json', '"assay scan" does not accept "b.json".'],
    ['a.json --format xml', 'Unknown value "xml" for --format. Use one of table, json, sarif, cyclonedx.'],
    ['a.json --fail-on any', 'Unknown value "any" for --fail-on. Use one of critical, high, medium, low.'],
    ['a.json --fail-on', `"assay scan": Option '--fail-on <value>' argument missing.`],
    ['a.json --distro Debian', 'Invalid value "Debian" for --distro. Use a name and a release, for example debian-12.'],
    ['a.json --image user:secret@registry/x', 'image'],
    ['a.json --fail high', "Unknown option '--fail'"],
  ])('rejects invalid arguments: %s', (line, message) => {
    expect(() => parseScanRequest(line.split(' ').filter((part) => part !== ''))).toThrow(message);
  });
});

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
