/**
 * R13. A container runs on the kernel of its host, so the kernel in the image is not used. The host may have the same
 * vulnerability, so the finding is not dismissed. Kernel headers are judged by R26.
 */
import { defineRule } from './rule.ts';
import { DISTRIBUTION_FAMILIES, type Family } from '../../vocabulary/package.ts';

export const kernelInContainer = defineRule(
  { id: 'R13', version: 2, code: 'kernel-in-container' },
  ({ component, places }) => {
    if (places.length === 0 || !places.every(({ document }) => document.isContainer)) return undefined;
    if (!isKernel(component)) return undefined;
    return {
      effect: 'deprioritize',
      state: 'not_affected',
      justification: 'requires_environment',
      text: 'A container runs on the kernel of its host, not on the kernel in its image.',
    };
  },
);

// A language package may also be called "kernel".
const SYSTEMS: ReadonlySet<string> = new Set<Family>([...DISTRIBUTION_FAMILIES, 'Linux']);

const NAMES: ReadonlySet<string> = new Set(['linux', 'linux-kernel', 'linux_kernel', 'kernel.org/linux', 'kernel']);

/** Alone, or followed by a version or a flavor: `linux-image-6.1.0-18-amd64`, `linux-lts`. */
const STEMS: readonly string[] = [
  'linux-image',
  'linux-modules',
  'linux-signed',
  'linux-lts',
  'linux-virt',
  'linux-edge',
  'linux-rt',
  'kernel-core',
  'kernel-modules',
  'kernel-default',
  'kernel-rt',
  'kernel-uek',
  'kernel-64k',
  'kernel-azure',
];

function isKernel({ ecosystem, name }: { readonly ecosystem: string | null; readonly name: string }): boolean {
  if (!SYSTEMS.has(ecosystem ?? '')) return false;
  return NAMES.has(name) || STEMS.some((stem) => name === stem || name.startsWith(`${stem}-`));
}
