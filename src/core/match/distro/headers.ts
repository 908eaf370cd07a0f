/** Kernel headers are built from the kernel source, but contain almost none of its code. */
import type { PackageIdentity } from '../../identity/package-identity.ts';

const HEADERS = /^(?:linux-(?:libc-dev|(?:[a-z0-9.-]+-)?headers)|kernel(?:-[a-z]+)*-(?:headers|devel))(?=$|-)/;
const KERNEL_SOURCE = /^(?:linux|kernel)(?=$|[-.])/;

export function isKernelHeaders({ name, source }: PackageIdentity): boolean {
  return HEADERS.test(name) && KERNEL_SOURCE.test(source?.name ?? name);
}
