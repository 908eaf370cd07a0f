import { describe, expect, it } from 'vitest';
import { requireOneDocument, toScanRequest, type ScanOptions } from './scan-request.ts';

const OPTIONS: ScanOptions = {
  format: 'table',
  output: undefined,
  'fail-on': undefined,
  distro: undefined,
  image: undefined,
};

describe('toScanRequest', () => {
  it('accepts all options', () => {
    const options = {
      ...OPTIONS,
      'fail-on': 'high',
      distro: 'debian-12',
      image: 'registry.example.com/app:1',
    } as const;

    expect(toScanRequest(options)).toEqual({
      format: 'table',
      output: undefined,
      failOn: 'high',
      distro: 'debian-12',
      image: 'registry.example.com/app:1',
    });
  });

  it.each([
    [{ distro: 'Debian' }, 'Invalid value "Debian" for --distro. Use a name and a release, for example debian-12.'],
    [{ image: 'user:secret@registry/x' }, 'image'],
  ])('rejects invalid values: %j', (options, message) => {
    expect(() => toScanRequest({ ...OPTIONS, ...options })).toThrow(message);
  });

  it.each([
    [{ image: 'registry.example.com/app:1' }, '--image describes one document, but 2 were found.'],
    [{ format: 'cyclonedx' as const }, '--format cyclonedx writes one document, but 2 were found.'],
  ])('rejects options that describe one document if there are several: %j', (options, message) => {
    const request = toScanRequest({ ...OPTIONS, ...options });

    expect(() => requireOneDocument(request, 1)).not.toThrow();
    expect(() => requireOneDocument(request, 2)).toThrow(message);
  });
});
