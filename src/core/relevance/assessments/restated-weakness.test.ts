import { describe, expect, it } from 'vitest';
import { aKnownProfile, aReadingInput, aReadings, aReadSubject, aText } from '../../../../test/support/readings.ts';
import { isMalware, restatesWeakness } from './restated-weakness.ts';
import { verifyAssessment } from './verification/verify-assessment.ts';

describe('restatesWeakness', () => {
  it.each([22, 23, 40, 77, 78, 79, 80, 87, 88, 89, 94, 95, 434, 502, 564, 917, 1336])('is true for CWE-%d', (id) => {
    expect(restatesWeakness('xml', ['CWE-20', `CWE-${id}`], [])).toBe(true);
  });

  it.each(['SQL injection in the search', 'Stored XSS', 'Zip slip', 'Unsafe deserialization', 'Path traversal'])(
    'is true without a classification for %j',
    (title) => {
      expect(restatesWeakness('archive', [], [title])).toBe(true);
    },
  );

  it('is false for a weakness in the code that reads an input', () => {
    expect(restatesWeakness('xml', ['CWE-611', 'CWE-400'], ['Deep documents exhaust the stack'])).toBe(false);
    expect(restatesWeakness('image', ['CWE-787'], ['A palette overruns its buffer'])).toBe(false);
  });
});

describe('a model that restates the weakness as its precondition', () => {
  const verify = (cwes: readonly string[], value: string) => {
    const quote = 'can read everything by parsing a crafted XML document';
    const profile = aKnownProfile({ fields: { 'input.acceptsUntrusted': ['http-body'] } });
    return verifyAssessment(
      aReadingInput({
        subject: aReadSubject({ vulnerability: { cwes }, profiles: [profile] }),
        texts: [aText({ details: `Values are pasted into a statement. An attacker ${quote}, however long it is.` })],
        assessment: aReadings({
          sharing: 'advisory-only',
          preconditions: [{ type: 'input_kind', value, quote, necessary: true }],
        }),
      }),
    );
  };

  it('dismisses nothing', () => {
    expect(verify(['CWE-89'], 'xml')).toMatchObject({ code: 'ai_restates_weakness', opinion: { effect: 'annotate' } });
    expect(verify(['CWE-564'], 'xml')).toMatchObject({ code: 'ai_restates_weakness' });
    expect(verify(['CWE-400'], 'sql')).toMatchObject({ code: 'ai_no_contradiction', opinion: { effect: 'annotate' } });
    expect(verify(['CWE-400'], 'xml')).toMatchObject({ code: null, opinion: { effect: 'dismiss' } });
  });
});

describe('isMalware', () => {
  it('is true for embedded malicious code, by its classification or in words', () => {
    expect(isMalware(['CWE-506'], [])).toBe(true);
    expect(isMalware([], ['The package contained malicious code.'])).toBe(true);
    expect(isMalware(['CWE-400'], ['A malicious user sends a crafted image.'])).toBe(false);
  });
});
