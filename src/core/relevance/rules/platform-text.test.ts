import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { platformText } from './platform-text.ts';

describe('R07', () => {
  it.each([
    [['only:windows'], 'windows'],
    [['only:windows', 'syscall:ptrace', 'only:macos', 'only:windows'], 'macos, windows'],
  ])('only notes %j', (mentions, value) => {
    expect(platformText.judge(aSubject({ vulnerability: { mentions } }))).toMatchObject({
      code: 'platform-text',
      effect: 'annotate',
      state: null,
      evidence: [{ type: 'advisory', value }],
    });
  });

  it('does not apply to other phrases', () => {
    expect(platformText.judge(aSubject({ vulnerability: { mentions: ['syscall:ptrace'] } }))).toBeUndefined();
  });
});
