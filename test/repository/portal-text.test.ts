/** Compares the texts of the portal with the rules and tables that it describes, because the portal may not import them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCount } from '../../portal/text/analysis/ai-text.ts';
import { ALL_FIELDS, type FieldForm } from '../../portal/text/profile/profile-fields.ts';
import { describeChanges, describeCode, describeGuard } from '../../portal/text/findings/relevance-text.ts';
import { kindOf, PROFILE_PATHS, type FieldKind } from '../../src/core/profile/profile-fields.ts';
import { ALL_RULES } from '../../src/core/relevance/rules/all-rules.ts';
import { CONDITION_CHANGES } from '../../src/core/vocabulary/decision.ts';
import { GUARDS } from '../../src/core/vocabulary/relevance.ts';

const READINGS = join(import.meta.dirname, '../../src/core/relevance/assessments/verification/verification-steps.ts');
const REJECTIONS = [...readFileSync(READINGS, 'utf8').matchAll(/^ {2}(ai_[a-z_]+):/gm)].map(([, code = '']) => code);

describe('portal texts for relevance', () => {
  it('covers every rule, decisions and VEX statements', () => {
    const codes = [...ALL_RULES.map(({ code }) => code), 'vex', 'decision'];

    expect(codes.filter((code) => describeCode(code) === code)).toEqual([]);
  });

  it('covers every outcome of an AI assessment', () => {
    const codes = [...REJECTIONS, 'ai_reading'].map((code) => code.replaceAll('_', '-'));

    expect(REJECTIONS.length).toBeGreaterThan(15);
    expect(codes.filter((code) => describeCode(code) === code)).toEqual([]);
    expect(REJECTIONS.filter((code) => describeCount(code, 2).includes('_'))).toEqual([]);
  });

  it('covers every guard', () => {
    expect(GUARDS.filter((guard) => describeGuard(guard) === guard)).toEqual([]);
  });

  it('covers every change of the conditions of a decision', () => {
    expect(CONDITION_CHANGES.filter((change) => describeChanges([change]) === change)).toEqual([]);
  });
});

describe('fields of a security profile in the portal', () => {
  it('match the fields that the core defines', () => {
    expect(ALL_FIELDS.map(({ path }) => path).toSorted()).toEqual(PROFILE_PATHS.toSorted());
  });

  it.each(PROFILE_PATHS)('%s has the form control for its type', (path) => {
    const field = ALL_FIELDS.find((each) => each.path === path);

    expect(field?.form).toEqual(toForm(kindOf(path), path));
  });
});

function toForm(kind: FieldKind, path: string): FieldForm {
  switch (kind.type) {
    case 'enum':
      return { type: 'choice', values: kind.values };
    case 'enum-list':
      return { type: 'choices', values: kind.values };
    case 'text':
      return { type: path === 'text.notes' ? 'long-text' : 'text' };
    case 'text-list':
      return { type: 'texts' };
    case 'object-list':
      return { type: 'objects', members: Object.keys(kind.members) };
    default:
      return { type: 'control' };
  }
}
