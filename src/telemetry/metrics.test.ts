import { describe, expect, it } from 'vitest';
import { createMetrics, observeRequest, toRouteGroup } from './metrics.ts';

describe('toRouteGroup', () => {
  it.each([
    ['/api/v2/service', 'service'],
    ['/api/v2/service/:service', 'service'],
    ['/api/v2/service/:service/version', 'version'],
    ['/api/v2/service/:service/version/:version', 'version'],
    ['/api/v2/service/:service/version/:version/sbom', 'sbom'],
    ['/api/v2/service/:service/version/:version/finding/summary', 'finding'],
    ['/api/v2/service/:service/profile/:profile/version', 'profile'],
    ['/api/v2/organization/ai/usage', 'organization'],
    ['/api/v2/openapi.json', 'openapi.json'],
    ['/service/:service/version', 'version'],
    ['/readyz', 'health'],
    ['/assets/*', 'portal'],
    ['/', 'portal'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (route, group) => {
    expect(toRouteGroup(route)).toBe(group);
  });
});

describe('createMetrics', () => {
  it('follows the naming conventions of Prometheus', async () => {
    const metrics = createMetrics({ version: '1.2.3', node: 'v24.0.0' });
    const all = (await metrics.registry.getMetricsAsJSON()).filter(({ name }) => name.startsWith('assay_'));

    for (const { name, type, help } of all) {
      const isCounter = type === ('counter' as unknown);
      expect([name, name.endsWith('_total')]).toEqual([name, isCounter]);
      expect(name).toMatch(/^assay_[a-z_]+$/);
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|percent)(?:_|$)/);
      expect(help).toMatch(/^[A-Z0-9].*\.$/);
    }
    expect(await metrics.registry.metrics()).toContain('assay_build_info{version="1.2.3",node="v24.0.0"} 1');
  });

  it('counts requests by status class, and measures reads and writes separately', async () => {
    const metrics = createMetrics({ version: '', node: '' });
    const route = '/api/v2/finding';
    observeRequest(metrics, { method: 'GET', route, status: 200, seconds: 0.2 });
    observeRequest(metrics, { method: 'GET', route, status: 204, seconds: 0.2 });
    observeRequest(metrics, { method: 'POST', route, status: 409, seconds: 0.2 });

    const text = await metrics.registry.metrics();
    expect(text).toContain('assay_http_requests_total{group="finding",status="2xx"} 2');
    expect(text).toContain('assay_http_requests_total{group="finding",status="4xx"} 1');
    expect(text).toContain('assay_http_request_duration_seconds_count{group="finding",operation="write"} 1');
  });
});
