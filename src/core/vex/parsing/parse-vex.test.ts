import { describe, expect, it } from 'vitest';
import { detectVexFormat } from './parse-vex.ts';

describe('detectVexFormat', () => {
  it.each([
    [{ bomFormat: 'CycloneDX', specVersion: '1.4' }, 'cyclonedx'],
    [{ bomFormat: 'CycloneDX', specVersion: '1.7' }, 'cyclonedx'],
    [{ '@context': 'https://openvex.dev/ns/v0.2.0' }, 'openvex'],
    [{ '@context': 'https://openvex.dev/ns' }, 'openvex'],
    [{ '@context': ['https://openvex.dev/ns/v0.2.0'] }, 'openvex'],
    [{ format: 'text/vex+json' }, 'openvex'],
  ])('detects %j as %s', (document, format) => {
    expect(detectVexFormat(document)).toBe(format);
  });

  it.each([
    ['CycloneDX before it had statements', { bomFormat: 'CycloneDX', specVersion: '1.3' }, 'VEX_VERSION_UNSUPPORTED'],
    ['CycloneDX without a version', { bomFormat: 'CycloneDX' }, 'VEX_VERSION_UNSUPPORTED'],
    ['CSAF', { document: { csaf_version: '2.0' } }, 'VEX_FORMAT_UNSUPPORTED'],
    ['SPDX', { spdxVersion: 'SPDX-2.3' }, 'VEX_FORMAT_UNSUPPORTED'],
    ['an attestation', { predicateType: 'https://openvex.dev/ns', predicate: {} }, 'VEX_FORMAT_UNSUPPORTED'],
    ['a context of another site', { '@context': 'https://example.org/openvex.dev/ns' }, 'VEX_FORMAT_UNKNOWN'],
    ['a list', [], 'VEX_FORMAT_UNKNOWN'],
    ['nothing', null, 'VEX_FORMAT_UNKNOWN'],
  ])('rejects %s', (_name, document, code) => {
    expect(() => detectVexFormat(document)).toThrow(expect.objectContaining({ code }));
  });

  it('names the supported formats when it rejects a CSAF advisory', () => {
    expect(() => detectVexFormat({ document: { csaf_version: '2.0' } })).toThrow(
      'The document is a CSAF document of another category than "csaf_vex", which is not supported as VEX. Send CycloneDX 1.4 to 1.7, OpenVEX or CSAF VEX, as JSON.',
    );
  });
});
