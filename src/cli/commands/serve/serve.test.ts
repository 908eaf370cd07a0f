import { describe, expect, it } from 'vitest';
import { describeStart } from './serve.ts';

const FIRST_START = {
  ownerEmail: 'owner@localhost',
  generatedPassword: 'a-password',
  generatedToken: 'asy_token',
  passwordProblem: undefined,
};
const STARTED = { url: 'http://127.0.0.1:8080', warnings: [], firstStart: FIRST_START };

describe('describeStart', () => {
  it('shows the URL and the generated credentials, with an upload command to copy', () => {
    const text = describeStart(STARTED);

    expect(text).toContain('Assay is ready at http://127.0.0.1:8080');
    expect(text).toMatch(/^ {2}Password {2}a-password$/m);
    expect(text).toContain('curl -H "Authorization: Bearer asy_token"');
  });

  it('shows no credentials chosen by the operator, and none at later starts', () => {
    const firstStart = { ...FIRST_START, generatedPassword: undefined, generatedToken: undefined };

    expect(describeStart({ ...STARTED, firstStart })).toMatch(/E-mail {4}owner@localhost\n\n$/);
    expect(describeStart({ ...STARTED, firstStart: undefined })).not.toContain('First start');
  });

  it('warns about a weak password chosen by the operator', () => {
    const firstStart = { ...FIRST_START, generatedPassword: undefined, passwordProblem: 'is a common password' };

    expect(describeStart({ ...STARTED, firstStart })).toContain('ASSAY_OWNER_PASSWORD is a common password.');
  });
});
