/** What the directories and records of a feed say about packages that they do not list. */

// Both are one database, and every record lists the packages of both.
const WRITTEN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['Chainguard', ['Wolfi']],
  ['Wolfi', ['Chainguard']],
]);

/**
 * Returns the directories that hold all advisories of a family; one of them is enough, and so is one of the files of a distribution
 * (`Azure Linux:3` for `Azure Linux`). A record that affects several families is in
 * the directory of each, with all of its packages. A few PyPI packages in the npm directory therefore do not mean that PyPI has
 * been synced.
 */
export function completeDirectoriesOf(family: string): readonly string[] {
  return [family, ...(WRITTEN_TOGETHER.get(family) ?? [])];
}

const PREFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  // The current export, and the one used before 2025.
  ['Debian', ['DEBIAN-CVE-', 'CVE-']],
  ['Ubuntu', ['UBUNTU-CVE-']],
  // The VEX documents; the records of OSV are notices.
  ['Red Hat', ['CVE-']],
]);

/**
 * Returns the id prefixes of the records of a distribution that publishes one per CVE, including unfixed ones: a package without
 * such a record is not considered affected. Empty if the distribution publishes only its fixes: a missing record means nothing.
 */
export function perCvePrefixesOf(family: string): readonly string[] {
  return PREFIXES.get(family) ?? [];
}
