/**
 * R20. The weakness is a command injection, and the enforced runtime profile does not let the service start any program: no
 * AppArmor rule grants it, or seccomp blocks the system calls. With another weakness, harm is possible without a program:
 * CVE-2021-23337 of lodash is classified as command injection and code injection, and is a code injection.
 */
import type { ProfileView, RuntimeEvidence } from '../../profile/profile-view.ts';
import { isTrueEverywhere } from '../subject/subject.ts';
import { defineRule, toRuntimeEvidence } from './rule.ts';

const COMMAND_INJECTION: ReadonlySet<string> = new Set(['CWE-77', 'CWE-78', 'CWE-88']);
/** Broader classes of the same weakness: input validation, injection, output encoding, neutralization. */
const WIDER: ReadonlySet<string> = new Set(['CWE-20', 'CWE-74', 'CWE-116', 'CWE-707']);

export const execDenied = defineRule({ id: 'R20', version: 1, code: 'exec-denied' }, (subject) => {
  if (!isCommandInjection(subject.vulnerability.cwes)) return undefined;
  const denials = new Map(subject.profiles.map((profile) => [profile, findExecDenial(profile)]));
  if (!isTrueEverywhere(subject, (_, profile) => denials.get(profile) !== undefined)) return undefined;
  return {
    effect: 'deprioritize',
    state: 'exploitable',
    justification: 'protected_at_runtime',
    label: 'mitigated',
    text: 'Command injection, but the enforced runtime profile does not allow the service to start programs.',
    evidence: [...denials.values()].flatMap((lines) => (lines ?? []).map(toRuntimeEvidence)),
  };
});

/** Returns whether command injection is the only weakness. */
export function isCommandInjection(cwes: readonly string[]): boolean {
  return (
    cwes.some((cwe) => COMMAND_INJECTION.has(cwe)) && cwes.every((cwe) => COMMAND_INJECTION.has(cwe) || WIDER.has(cwe))
  );
}

/** Undefined: programs may be started, or it is unknown. */
export function findExecDenial({ runtime }: ProfileView): readonly RuntimeEvidence[] | undefined {
  if (runtime === undefined) return undefined;
  const any = runtime.execAny();
  if (any.answer === 'denied') return any.evidence;
  const calls = ['execve', 'execveat'].map((name) => runtime.syscall(name));
  return calls.every(({ answer }) => answer === 'denied') ? calls.flatMap(({ evidence }) => evidence) : undefined;
}
