/**
 * The kernel as kernel.org publishes it, which tools write as a generic package. A kernel of a distribution has other fixes than
 * its number says, and headers hold next to nothing of its code, so neither is taken for it; nor is any other generic package.
 */
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason } from '../package-identity.ts';

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
