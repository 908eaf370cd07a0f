/** The portal may not import the rules and tables that it has words for; here both are laid side by side. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCount } from '../../portal/wording/ai-words.ts';
import { ALL_FIELDS, type FieldForm } from '../../portal/wording/profile-fields.ts';
import { describeChanges, describeCode, describeGuard } from '../../portal/wording/relevance-words.ts';
import { CORE_PATHS, kindOf, PROFILE_PATHS, type FieldKind } from '../../src/core/profile/profile-fields.ts';
import { ALL_RULES } from '../../src/core/relevance/rules/all-rules.ts';

const OPINION = readFileSync(join(import.meta.dirname, '../../src/core/relevance/opinion.ts'), 'utf8');

const READINGS = join(import.meta.dirname, '../../src/core/relevance/readings/reason-codes.ts');
const REJECTIONS = [...readFileSync(READINGS, 'utf8').matchAll(/^ {2}(ai_[a-z_]+):/gm)].map(([, code = '']) => code);

/** The members of a union of texts. */
function membersOf(type: string): string[] {
  const from = OPINION.indexOf(`type ${type} =`);
  const text = OPINION.slice(from, OPINION.indexOf(';', from));
  return [...text.matchAll(/'([a-z-]+)'/g)].map(([, member = '']) => member);
}

describe('words of the portal about relevance', () => {
  it('has them for every rule, and for what people and VEX say', () => {
    const codes = [...ALL_RULES.map(({ code }) => code), 'vex', 'decision'];

    expect(codes.filter((code) => describeCode(code) === code)).toEqual([]);
  });

  it('has them for everything that becomes of what a model has read', () => {
    const codes = [...REJECTIONS, 'ai_reading', 'ai_relevant', 'ai_uncertain'].map((code) => code.replaceAll('_', '-'));

    expect(REJECTIONS.length).toBeGreaterThan(15);
    expect(codes.filter((code) => describeCode(code) === code)).toEqual([]);
    expect(REJECTIONS.filter((code) => describeCount(code, 2).includes('_'))).toEqual([]);
  });

  it('has them for every guard', () => {
    const guards = membersOf('Guard');

    expect(guards.length).toBeGreaterThan(5);
    expect(guards.filter((guard) => describeGuard(guard) === guard)).toEqual([]);
  });

  it('has them for everything that a decision can rest on', () => {
    const changes = membersOf('PremiseChange');

    expect(changes.length).toBeGreaterThan(5);
    expect(changes.filter((change) => describeChanges([change]) === change)).toEqual([]);
  });
});

describe('fields of a security profile in the portal', () => {
  it('are those that there are', () => {
    expect(ALL_FIELDS.map(({ path }) => path).toSorted()).toEqual(PROFILE_PATHS.toSorted());
    expect(
      ALL_FIELDS.filter(({ isCore }) => isCore)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(CORE_PATHS.toSorted());
  });

  it.each(PROFILE_PATHS)('%s has the form of its value', (path) => {
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
