import { describe, expect, it } from 'vitest';
import { toContentId } from './content-id.ts';

describe('toContentId', () => {
  it('returns a version 8 UUID that is equal only for equal parts', () => {
    const id = toContentId(['lodash', 'CVE-2021-23337']);

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(toContentId(['lodash', 'CVE-2021-23337'])).toBe(id);
    expect(toContentId(['lodashCVE-2021-23337'])).not.toBe(id);
    expect(toContentId(['lodash', 'CVE-2021-23338'])).not.toBe(id);
  });
});
