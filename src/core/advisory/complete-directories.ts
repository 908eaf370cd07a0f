/**
 * Directories that hold all advisories of a family. A record that affects several families is in the directory of each, with all
 * of its packages. A few PyPI packages in the npm directory therefore do not mean that PyPI has been synced.
 */

// Both are one database, and every record lists the packages of both.
const WRITTEN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['Chainguard', ['Wolfi']],
  ['Wolfi', ['Chainguard']],
]);

/** Returns names of directories; one of them is enough. */
export function completeDirectoriesOf(family: string): readonly string[] {
  return [family, ...(WRITTEN_TOGETHER.get(family) ?? [])];
}
