/**
 * Distributions that publish one record per CVE, including unfixed ones. If such records are available, a package without a
 * record is not considered affected by the distribution; for a distribution that lists only fixes, a missing record means
 * nothing.
 */
const PREFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  // The current export, and the one used before 2025.
  ['Debian', ['DEBIAN-CVE-', 'CVE-']],
  ['Ubuntu', ['UBUNTU-CVE-']],
]);

/** Returns the id prefixes of such records; empty if the distribution publishes only its fixes. */
export function perCvePrefixesOf(family: string): readonly string[] {
  return PREFIXES.get(family) ?? [];
}
