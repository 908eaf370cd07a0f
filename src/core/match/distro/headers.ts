/** Headers of the kernel are built from its source and hold next to nothing of its code. */
import type { PackageIdentity } from '../../identity/package-identity.ts';

const HEADERS = /^(?:linux-(?:libc-dev|(?:[a-z0-9.-]+-)?headers)|kernel(?:-[a-z]+)*-(?:headers|devel))(?=$|-)/;
const KERNEL_SOURCE = /^(?:linux|kernel)(?=$|[-.])/;

export function isHeaders({ name, source }: PackageIdentity): boolean {
  return HEADERS.test(name) && KERNEL_SOURCE.test(source?.name ?? name);
}
