/**
 * The one distribution and release of a document. Tools repeat it in several places and spell it more or less precisely:
 * `debian-12` and `debian-12.5` are one system, `debian-11` and `debian-12` are two.
 */

/** The most precise spelling; undefined when there are none, or several systems, which say nothing about a single package. */
export function findSystem(systems: ReadonlySet<string>): string | undefined {
  let longest: string | undefined;
  for (const system of systems) if (longest === undefined || system.length > longest.length) longest = system;
  for (const system of systems) if (longest !== system && longest?.startsWith(`${system}.`) !== true) return undefined;
  return longest;
}
