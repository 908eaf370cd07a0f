/**
 * Finds the distribution and release of a document. Tools repeat it in several places and with different precision: `debian-12`
 * and `debian-12.5` are one system, `debian-11` and `debian-12` are two.
 */

/**
 * The most precise spelling; undefined if there is none, or if there are several systems, which say nothing about a single
 * package.
 */
export function findDocumentDistro(systems: ReadonlySet<string>): string | undefined {
  let longest: string | undefined;
  for (const system of systems) if (longest === undefined || system.length > longest.length) longest = system;
  for (const system of systems) if (longest !== system && longest?.startsWith(`${system}.`) !== true) return undefined;
  return longest;
}
