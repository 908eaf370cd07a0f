import { describe, expect, it } from 'vitest';
import { describeDeadline, describeDeadlineRule, describeFactor, toProduct } from './explanation-text.ts';

const REASONS = [
  { factor: 'severity', code: 'cvss', value: 0.98, from: 'CVSS:3.1/AV:N' },
  { factor: 'threat', code: 'epss-missing', value: 0.4, from: null },
  { factor: 'exposure', code: 'exposure-unknown', value: 1, from: null },
  { factor: 'relevance', code: 'relevant', value: 1, from: null },
] as const;

const RULE = { inKev: false, exposed: true, automatable: true, technicalImpact: 'total' } as const;

describe('risk breakdown', () => {
  it('is a product that can be verified by hand', () => {
    expect(toProduct(REASONS)).toBe('100 × 0.98 × (0.35 + 0.65 × 0.4) × 1 × 1');
    expect(toProduct(REASONS.slice(1))).toBeUndefined();
  });

  it.each([
    [REASONS[0], 'CVSS as published: CVSS:3.1/AV:N'],
    [REASONS[2], 'exposure unknown'],
    [{ factor: 'threat', code: 'epss', value: 0.5, from: 0.12 }, 'EPSS: 12 %'],
  ] as const)('describes %j as "%s"', (reason, expected) => {
    expect(describeFactor(reason)).toBe(expected);
  });
});

describe('deadline', () => {
  it.each([
    [{ days: 3, forensics: true }, 'Within 3 days, and check for signs of compromise'],
    [{ days: 1, forensics: false }, 'Within 1 day'],
    [{ days: null, forensics: false }, 'With the next upgrade'],
  ])('describes %j as "%s"', (changes, expected) => {
    expect(describeDeadline({ dueAt: null, rule: RULE, derived: [], ...changes })).toBe(expected);
  });

  it('names the rule and the inputs that are not confirmed', () => {
    const deadline = { dueAt: null, days: 3, forensics: false, rule: RULE, derived: ['exposed' as const] };

    expect(describeDeadlineRule(deadline)).toBe(
      'CISA BOD 26-04: not known to be exploited, exposed, automatable, total technical impact. Not confirmed: exposure.',
    );
  });
});
