/**
 * The vulnerability needs something that an enforced runtime document denies: starting a program, loading any file of the
 * component, a system call, a capability or a device. The facts are those of R19, R20 and R21. The last three only lower the
 * finding, because there may be another way.
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
  type: 'command',
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
  type: 'syscall',
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
  type: 'capability',
  path: 'enforced.capabilities',
  effect: 'deprioritize',
  find: (value, { profile: { runtime } }) => {
    const name = toCapability(value);
    return name === undefined ? undefined : toDenial(runtime?.capability(name));
  },
};

export const deviceDenied: Contradiction = {
  ...SHARED_FIELDS,
  type: 'device',
  path: 'enforced.devices',
  effect: 'deprioritize',
  find: (value, { profile: { runtime } }) => {
    const path = foldText(value ?? '');
    const modes = ['read', 'write'] as const;
    const denials = DEVICE.test(path) ? modes.map((mode) => toDenial(runtime?.file(path, mode))) : [];
    return denials.every((lines) => lines !== undefined) ? denials[0] : undefined;
  },
};

const DEVICE = /^\/dev\/[a-z0-9_/.-]{1,60}$/i;
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
