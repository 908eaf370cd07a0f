import { describe, expect, it } from 'vitest';
import { parseScanRequest } from './scan-request.ts';

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
