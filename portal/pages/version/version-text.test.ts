import { describe, expect, it } from 'vitest';
import { describeVersionEvent, describeNotUploaded } from './version-text.ts';

describe('describeVersionEvent', () => {
  it.each([
    ['version.created', { name: '1.0' }, 'Version created', ''],
    ['sbom.received', { slot: 'shop/api', supersedes: null }, 'SBOM received', 'shop/api'],
    [
      'sbom.received',
      { slot: 'shop/api', supersedes: 'an id' },
      'SBOM received',
      'shop/api, replaced the previous SBOM',
    ],
    ['version.alias_moved', { alias: 'latest', from: null }, 'Alias set', 'latest'],
    [
      'analysis.completed',
      { trigger: 'upload', introduced: 2, resolved: 1, changed: 0, unchanged: 4 },
      'Analyzed',
      'Upload: 2 new findings, 1 fixed.',
    ],
    ['analysis.completed', { trigger: 'constructor' }, 'Analyzed', 'No changes.'],
    ['analysis.failed', { code: 'X', message: 'No worker.' }, 'Analysis failed', 'No worker.'],
    ['finding.escalated', { vulnerability: 'CVE-1', package: 'qs', version: '6.0' }, 'Escalated', 'CVE-1 in qs 6.0'],
    [
      'remediation.planned',
      { actions: 9, fixes: 198, residual: 14, first: null },
      'Plan created',
      '9 steps for 198 findings, 14 remaining',
    ],
    [
      'remediation.verified',
      { outcomes: { applied: 1, regressed: '7' }, mispredicted: 0 },
      'Previous plan evaluated',
      '1 applied.',
    ],
    ['remediation.verified', { outcomes: null }, 'Previous plan evaluated', 'No steps.'],
    ['something.newer', { name: 7 }, 'something.newer', ''],
    ['constructor', {}, 'constructor', ''],
  ])('describes %s with %j', (type, detail, kind, text) => {
    expect(describeVersionEvent({ type, detail })).toEqual({ kind, text });
  });
});

describe('describeNotUploaded', () => {
  it.each([
    [
      ['shop/worker:1'],
      'Not uploaded yet: shop/worker:1. Its earlier findings are neither open nor fixed until it is uploaded.',
    ],
    [
      ['a:1', null],
      'Not uploaded yet: a:1 and slot. Their earlier findings are neither open nor fixed until they are uploaded.',
    ],
  ])('names the images: %j', (images, expected) => {
    expect(describeNotUploaded(images.map((image) => ({ slot: 'slot', image })))).toBe(expected);
  });
});
