import { describe, expect, it } from 'vitest';
import { JSON_FORMATS } from './json-formats.ts';

const TABLE: Readonly<Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>> = {
  'date-time': {
    valid: [
      '2024-01-31T23:59:59Z',
      '2024-02-29T00:00:00.123456789Z',
      '2000-02-29t00:00:00z',
      '2024-06-30 23:59:60+14:00',
      '2024-01-31T23:59:59-00:30',
    ],
    invalid: [
      '',
      '2024-01-31',
      '2024-01-31T23:59:59',
      '2024-01-31T24:00:00Z',
      '2024-01-31T23:60:00Z',
      '2024-01-31T23:59Z',
      '2024-01-31T23:59:59.Z',
      '2024-01-31T23:59:59+0100',
      '2024-01-31T23:59:59+24:00',
      '2024-13-01T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2024-04-31T00:00:00Z',
      '2024-00-10T00:00:00Z',
      '2024-01-00T00:00:00Z',
      '01-01-2026',
      '2024-01-31T23:59:59Z\n',
      `2024-01-31T23:59:59.${'1'.repeat(100_000)}`,
    ],
  },
  date: { valid: ['2024-02-29'], invalid: ['2024-02-30', '2024-2-3', '2024-02-29T00:00:00Z'] },
  'idn-email': {
    valid: ['a@b', 'jörg@bücher.example', '"a@b"@example.org'],
    invalid: ['', 'ironman', '@b', 'a@', 'a b@c', 'a@b\n', '@'],
  },
  'iri-reference': {
    valid: [
      '',
      'https://example.org/a?b#c',
      '../a',
      'git@github.com:a/b.git',
      'https://bücher.example/ä',
      'https://example.org/${project.scm.tag}',
    ],
    invalid: ['https://example.org/a b', 'a\nb', 'a\\b', '<a>', 'a"b', `${'a'.repeat(100_000)} `],
  },
  uri: { valid: ['https://example.org', 'urn:a:b', 'x-y+z.1:a'], invalid: ['', 'example.org', '1a:b', 'https://a b'] },
};

const rows = (kind: 'valid' | 'invalid') =>
  Object.entries(TABLE).flatMap(([format, cases]) => cases[kind].map((text) => [format, text] as const));

describe('JSON_FORMATS', () => {
  it.each(rows('valid'))('%s accepts %j', (format, text) => {
    expect(JSON_FORMATS[format]?.(text)).toBe(true);
  });

  it.each(rows('invalid'))('%s rejects %j', (format, text) => {
    expect(JSON_FORMATS[format]?.(text)).toBe(false);
  });

  it('covers every format', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(JSON_FORMATS).sort());
  });
});
