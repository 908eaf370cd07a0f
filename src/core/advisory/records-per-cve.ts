/**
 * Distributions that publish one record for each CVE, about what is not fixed as well. Where those are read, silence about a
 * package says that the distribution does not count it as affected; lists of fixes say nothing by their silence.
 */
const PREFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  // The export of today, and that of before 2025.
  ['Debian', ['DEBIAN-CVE-', 'CVE-']],
  ['Ubuntu', ['UBUNTU-CVE-']],
]);

/** What the ids of such records begin with; none: the distribution publishes only what it has fixed. */
export function perCvePrefixesOf(family: string): readonly string[] {
  return PREFIXES.get(family) ?? [];
}
