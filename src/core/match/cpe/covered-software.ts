/**
 * Tools find the files of a program that an OS package has installed, and list it a second time with the CPE of its project:
 * busybox, python, node. The distribution has patched it without changing the upstream version, so its own feed decides, and the
 * second listing is matched neither by CPE nor by its repository, and is not a package of its own.
 */
import { productIn } from '../../identity/cpe-names.ts';
import { isDistributionType } from '../../identity/ecosystems/ecosystem.ts';
import { toAsciiLower } from '../../identity/identifier-text.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import { cpe } from '../../versions/schemes/cpe.ts';
import { CPE_FAMILY, GIT_FAMILY, type SchemeId } from '../../vocabulary/package.ts';
import type { IdentifiedPackage } from '../identify-package.ts';
import { upstreamVersions } from '../ownership/find-owners.ts';

/** Returns the packages without such listings; `identified` is in the order of the components. */
export function withoutCoveredSoftware(
  { components, ownerships }: Pick<Inventory, 'components' | 'ownerships'>,
  identified: readonly IdentifiedPackage[],
): readonly IdentifiedPackage[] {
  if (!identified.some(isUpstream)) return identified;
  const system = components.map(toSystemPackage);
  const owned = new Set<number>();
  for (let i = 0; i < ownerships.length; i += 2) {
    const [owner = 0, child = 0] = [ownerships[i], ownerships[i + 1]];
    if (system[owner] !== undefined) owned.add(child);
  }
  const packages = system.filter((each) => each !== undefined);
  return identified.map((each, index) => {
    const component = components[index];
    if (component === undefined || !isUpstream(each)) return each;
    if (!owned.has(index) && !isInstalled(each, component, packages)) return each;
    return { keys: [], reason: 'not-a-package' };
  });
}

function isUpstream({ package: found }: IdentifiedPackage): boolean {
  return found?.identity.family === CPE_FAMILY || found?.identity.family === GIT_FAMILY;
}

interface SystemPackage {
  readonly names: readonly string[];
  readonly versions: readonly string[];
}

function toSystemPackage({ purls, version, source }: Component): SystemPackage | undefined {
  for (const text of purls) {
    const { purl } = parsePurl(text);
    if (purl === undefined || !isDistributionType(purl.type)) continue;
    const stated = purl.version ?? version ?? '';
    const names = [purl.name, source?.name ?? '', purl.qualifiers.get('upstream') ?? ''];
    return {
      names: names.map(toWord).filter((name) => name !== ''),
      versions: upstreamVersions(stated, SCHEMES[purl.type] ?? 'rpm'),
    };
  }
  return undefined;
}

const SCHEMES: Readonly<Record<string, SchemeId>> = { deb: 'debian', apk: 'apk', rpm: 'rpm' };

/** Whether an OS package has the name of the software, possibly with more behind it (`python3.9`), and its version. */
function isInstalled(
  { package: found }: IdentifiedPackage,
  { name }: Component,
  packages: readonly SystemPackage[],
): boolean {
  const identity = found?.identity;
  const version = found && cpe.parse(found.version);
  if (identity === undefined || version === undefined) return false;
  const words = [name, ...[identity.name, ...(identity.alsoNamed ?? [])].map(productIn)].map(toWord);
  return packages.some(
    (each) =>
      each.names.some((installed) => words.some((word) => word.length >= WORD_MIN && installed.startsWith(word))) &&
      each.versions.some((text) => {
        const other = cpe.parse(text);
        return other !== undefined && cpe.compare(version, other) === 0;
      }),
  );
}

/** Shorter names begin too many others. */
const WORD_MIN = 3;
const SEPARATORS = /[^a-z0-9]+/g;

/** `node.js` is `nodejs`. */
function toWord(name: string): string {
  return toAsciiLower(name).replace(SEPARATORS, '');
}
