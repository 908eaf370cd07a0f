/**
 * R21. The text of an advisory names a system call that seccomp blocks for the service. Text does not prove that the call is
 * needed.
 */
import { isTrueEverywhere } from '../subject/subject.ts';
import { defineRule } from './rule.ts';

const SYSCALL = 'syscall:';

export const syscallBlocked = defineRule({ id: 'R21', version: 1, code: 'syscall-blocked' }, (subject) => {
  const named = subject.vulnerability.mentions.flatMap((each) =>
    each.startsWith(SYSCALL) ? each.slice(SYSCALL.length) : [],
  );
  const blocked = [...new Set(named)]
    .toSorted()
    .filter((name) => isTrueEverywhere(subject, (_, { runtime }) => runtime?.syscall(name).answer === 'denied'));
  if (blocked.length === 0) return undefined;
  const words = blocked.join(', ');
  return {
    effect: 'annotate',
    text: `An advisory mentions the system call ${words}, which the enforced runtime profile blocks.`,
    evidence: [{ type: 'advisory', path: 'text', value: words }],
  };
});
