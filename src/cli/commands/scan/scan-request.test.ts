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
    ['', '"assay scan" needs a value: the name of an SBOM, or - for the standard input.'],
    ['a.json b.json', '"assay scan" does not know "b.json".'],
    ['a.json --format xml', '--format is one of table, json, sarif, cyclonedx, not "xml".'],
    ['a.json --fail-on any', '--fail-on is one of critical, high, medium, low, not "any".'],
    ['a.json --fail-on', `"assay scan": Option '--fail-on <value>' argument missing.`],
    ['a.json --distro Debian', '--distro looks like debian-12, not "Debian".'],
    ['a.json --image user:secret@registry/x', 'image'],
    ['a.json --fail high', "Unknown option '--fail'"],
  ])('rejects invalid arguments: %s', (line, message) => {
    expect(() => parseScanRequest(line.split(' ').filter((part) => part !== ''))).toThrow(message);
  });
});
