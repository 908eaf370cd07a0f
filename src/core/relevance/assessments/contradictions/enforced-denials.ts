/**
 * The vulnerability needs something that an enforced runtime document denies: starting a program, loading any file of the
 * component, or a system call. The facts are those of R19, R20 and R21. A blocked system call only lowers the finding, because
 * there may be another way.
 */
import type { RuntimeEvidence, RuntimeVerdict } from '../../../profile/profile-view.ts';
import type { Evidence } from '../../opinions/opinion.ts';
import { findExecDenial } from '../../rules/exec-denied.ts';
import { findLoadDenial } from '../../rules/load-denied.ts';
import { toRuntimeEvidence } from '../../rules/rule.ts';
import { foldText } from '../text/clean-text.ts';
import type { Contradiction } from './contradiction.ts';

const SHARED_FIELDS = { justification: 'protected_at_runtime', label: 'mitigated' } as const;

export const processExecDenied: Contradiction = {
  ...SHARED_FIELDS,
  type: 'requires_process_exec',
  path: 'enforced.exec',
  effect: 'dismiss',
  find: (_, { profile }) => toLines(findExecDenial(profile)),
};

export const fileLoadDenied: Contradiction = {
  ...SHARED_FIELDS,
  type: 'any',
  path: 'enforced.files',
  effect: 'dismiss',
  find: (_, { place, profile }) => toLines(findLoadDenial(place, profile)),
};

export const syscallDenied: Contradiction = {
  ...SHARED_FIELDS,
  type: 'requires_syscall',
  path: 'enforced.syscalls',
  effect: 'deprioritize',
  find: (value, { profile: { runtime } }) => {
    const name = foldText(value ?? '')
      .toLowerCase()
      .replace(PARENTHESES, '');
    return SYSCALL.test(name) ? toDenial(runtime?.syscall(name)) : undefined;
  },
};

export const capabilityDenied: Contradiction = {
  ...SHARED_FIELDS,
  type: 'requires_privilege',
  path: 'enforced.capabilities',
  effect: 'deprioritize',
  find: (value, { profile: { runtime } }) => {
    const name = toCapability(value);
    return name === undefined ? undefined : toDenial(runtime?.capability(name));
  },
};

const PARENTHESES = /\(2?\)$/;
const SYSCALL = /^[a-z][a-z0-9_]{1,39}$/;
const CAPABILITY = /^cap_[a-z_]{2,40}$/;

/** Returns the name in lower case with its prefix: `cap_sys_admin`. Undefined: not a capability. */
export function toCapability(value: string | null): string | undefined {
  const name = foldText(value ?? '').toLowerCase();
  return CAPABILITY.test(name) ? name : undefined;
}

function toDenial(verdict: RuntimeVerdict | undefined): readonly Evidence[] | undefined {
  return verdict?.answer === 'denied' ? toLines(verdict.evidence) : undefined;
}

function toLines(lines: readonly RuntimeEvidence[] | undefined): readonly Evidence[] | undefined {
  return lines?.map(toRuntimeEvidence);
}
