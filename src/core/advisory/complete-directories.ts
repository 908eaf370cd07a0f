/**
 * Where the advisories of a family are all there. A record that concerns several families is in the directory of each, with all
 * of its packages: a few packages of PyPI in the directory of npm do not mean that anybody has read what is known about PyPI.
 */

// One database, whose every record names the packages of both.
const WRITTEN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['Chainguard', ['Wolfi']],
  ['Wolfi', ['Chainguard']],
]);

/** Names of directories; one of them is enough. */
export function completeDirectoriesOf(family: string): readonly string[] {
  return [family, ...(WRITTEN_TOGETHER.get(family) ?? [])];
}
