/**
 * The kernel as published by kernel.org, which tools write as a generic package. Kernels of distributions have other fixes than
 * their number implies, and headers contain almost none of its code, so neither is matched; nor is any other generic package.
 */
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

export const linuxKernel: EcosystemRules = {
  family: 'Linux',
  scheme: 'semver',
  purlTypes: ['generic'],
  normalizeName: (name) => name,
  read,
};

const KERNEL: ReadonlySet<string> = new Set(['linux', 'linux-kernel', 'linux_kernel', 'kernel.org/linux']);
const UPSTREAM = /^v?[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,4})?(?:-rc[0-9]{1,2})?$/;

function read({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  if (!KERNEL.has(namespace === undefined ? name : `${namespace}/${name}`)) return 'unsupported-type';
  if (version !== undefined && !UPSTREAM.test(version)) return 'unsupported-type';
  return { name: 'Kernel', version };
}
