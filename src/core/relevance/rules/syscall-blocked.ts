/**
 * R21. The text of an advisory names a system call that seccomp blocks for the service. Text does not prove that the call is
 * needed.
 */
import { isTrueEverywhere } from '../subject/everywhere.ts';
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R21', version: 1, code: 'syscall-blocked' } as const;
const SYSCALL = 'syscall:';

export const syscallBlocked: Rule = {
  ...NAME,
  judge: (subject) => {
    const named = subject.vulnerability.mentions.flatMap((each) =>
      each.startsWith(SYSCALL) ? each.slice(SYSCALL.length) : [],
    );
    const blocked = [...new Set(named)]
      .toSorted()
      .filter((name) => isTrueEverywhere(subject, (_, { runtime }) => runtime?.syscall(name).answer === 'denied'));
    if (blocked.length === 0) return undefined;
    const words = blocked.join(', ');
    return toRuleOpinion(NAME, {
      effect: 'annotate',
      text: `An advisory mentions the system call ${words}, which the enforced runtime profile blocks.`,
      evidence: [{ type: 'advisory', path: 'text', value: words }],
    });
  },
};
