import { describe, expect, it } from 'vitest';
import { aProfile, aRuntime, aSubject } from '../../../../test/support/subjects.ts';
import { syscallBlocked } from './syscall-blocked.ts';

const judge = (mentions: readonly string[], ...denied: readonly (readonly string[])[]) =>
  syscallBlocked.judge(
    aSubject({ vulnerability: { mentions }, profiles: denied.map((each) => aProfile({ runtime: aRuntime(each) })) }),
  );

describe('R21', () => {
  it('only notes a system call that every profile blocks', () => {
    expect(
      judge(['syscall:ptrace', 'syscall:bpf', 'only:linux'], ['syscall:ptrace'], ['syscall:ptrace']),
    ).toMatchObject({
      code: 'syscall-blocked',
      effect: 'annotate',
      state: null,
      evidence: [{ value: 'ptrace' }],
    });
  });

  it.each([
    { name: 'another call', mentions: ['syscall:bpf'], denied: [['syscall:ptrace']] },
    { name: 'a call that one profile allows', mentions: ['syscall:ptrace'], denied: [['syscall:ptrace'], []] },
    { name: 'no call', mentions: ['only:linux'], denied: [['syscall:ptrace']] },
    { name: 'a call without a profile', mentions: ['syscall:ptrace'], denied: [] },
  ])('does not apply to $name', ({ mentions, denied }) => {
    expect(judge(mentions, ...denied)).toBeUndefined();
  });
});
