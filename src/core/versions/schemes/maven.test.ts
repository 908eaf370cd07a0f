import { describe, expect, it } from 'vitest';
import { maven } from './maven.ts';

describe('maven', () => {
  it.each(['${version}', '${log4j-version}', '1.0.${revision}', 'RELEASE', 'androidx.appcompat'])(
    'rejects %j',
    (text) => {
      expect(maven.parse(text)).toBeUndefined();
    },
  );

  it('parses a version that is nested as deep as its length allows', () => {
    const deep = maven.parse('1-'.repeat(128));
    const deeper = maven.parse(`${'1-'.repeat(127)}1a`);
    if (deep === undefined || deeper === undefined) throw new Error('Both can be read.');

    expect(maven.compare(deep, deeper)).toBeLessThan(0);
  });
});
