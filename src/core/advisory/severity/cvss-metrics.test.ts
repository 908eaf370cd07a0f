import { describe, expect, it } from 'vitest';
import { metricsOf } from './cvss-metrics.ts';

describe('metricsOf', () => {
  it('parses the metrics of the version in any order', () => {
    const metrics = metricsOf({ version: '3.1', vector: 'CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N/E:P' });

    expect([metrics.get('AV'), metrics.get('A'), metrics.get('E'), metrics.get('MAV')]).toEqual([
      'N',
      'H',
      'P',
      undefined,
    ]);
  });

  it.each([
    ['3.1', ''],
    ['3.1', 'CVSS:3.1/9.8'],
    ['3.1', 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H'],
    ['2.0', 'AV:N/AC:L/Au:N/C:P/I:P/A:Z'],
  ] as const)('returns no metrics for %s %j', (version, vector) => {
    expect(metricsOf({ version, vector }).size).toBe(0);
  });
});
