/**
 * Tools that write epochs of rpm packages omit epoch 0, and other tools write none at all. In a document that states any epoch, a
 * package without one has the epoch 0; in any other document it is unknown.
 */
import type { PackageClaims } from './find-package.ts';

const RPM = /^pkg:\/*rpm\//i;
const EPOCH_OF_PURL = /[?&]epoch=[0-9]|@[0-9]{1,10}(?::|%3A)/i;
const EPOCH_OF_VERSION = /^[0-9]{1,10}:/;
const EPOCH = /^[0-9]/;

export function hasRpmEpochs(components: Iterable<PackageClaims>): boolean {
  for (const component of components) if (statesRpmEpoch(component)) return true;
  return false;
}

function statesRpmEpoch({ purls, version, epoch, packageType }: PackageClaims): boolean {
  const rpms = purls.filter((purl) => RPM.test(purl));
  if (rpms.length === 0 && packageType !== 'rpm') return false;
  if (EPOCH.test(epoch ?? '') || EPOCH_OF_VERSION.test(version ?? '')) return true;
  return rpms.some((purl) => EPOCH_OF_PURL.test(purl));
}
