import { describe, expect, it } from 'vitest';
import { aProfile, aRuntime, aSubject } from '../../../../test/support/subjects.ts';
import type { RuntimeView } from '../../profile/profile-view.ts';
import { execDenied } from './exec-denied.ts';

const judge = (cwes: readonly string[], runtimes: readonly (RuntimeView | undefined)[]) =>
  execDenied.judge(
    aSubject({
      vulnerability: { cwes },
      profiles: runtimes.map((runtime) => aProfile(runtime === undefined ? {} : { runtime })),
    }),
  );

const NO_EXEC = aRuntime(['exec']);
const NO_CALLS = aRuntime(['syscall:execve', 'syscall:execveat'], 'unknown');

describe('R20', () => {
  it.each([
    { cwes: ['CWE-77'], runtimes: [NO_EXEC] },
    { cwes: ['CWE-20', 'CWE-78'], runtimes: [NO_CALLS] },
    { cwes: ['CWE-88'], runtimes: [NO_EXEC, NO_CALLS] },
  ])('deprioritizes a command injection ($cwes) when no program can be started', ({ cwes, runtimes }) => {
    expect(judge(cwes, runtimes)).toMatchObject({
      code: 'exec-denied',
      effect: 'deprioritize',
      label: 'mitigated',
      justification: 'protected_at_runtime',
    });
  });

  it.each([
    { name: 'also lets code be injected', cwes: ['CWE-77', 'CWE-94'], runtimes: [NO_EXEC] },
    { name: 'is something else', cwes: ['CWE-79'], runtimes: [NO_EXEC] },
    { name: 'may use one of both calls', cwes: ['CWE-78'], runtimes: [aRuntime(['syscall:execve'])] },
    { name: 'may start programs in one profile', cwes: ['CWE-78'], runtimes: [NO_EXEC, aRuntime([])] },
    { name: 'is not confined in one profile', cwes: ['CWE-78'], runtimes: [NO_EXEC, undefined] },
    { name: 'has no profile', cwes: ['CWE-78'], runtimes: [] },
  ])('does not apply to a vulnerability that $name', ({ cwes, runtimes }) => {
    expect(judge(cwes, runtimes)).toBeUndefined();
  });
});
