/**
 * ENTRY. What a document is, told once when it is read: how close to the running software it was made, which system is in it, which
 * languages run there. Rules about findings and the profile of a service are made of it, without the document.
 */
import { isDistributionType } from '../identity/ecosystem.ts';
import { platformOfParsed, platformOfPurl } from '../identity/purl-platform.ts';
import { parsePurl, type Purl } from '../identity/purl.ts';
import { LIMITS } from '../limits.ts';
import type { BuiltFor, Component, Inventory } from '../sbom/inventory.ts';
import { findRuntimeComponents, type Language, type NamedComponent } from './runtime-components.ts';

export interface DocumentTraits {
  /** By the phase that it names; `deployed` where it was made from an image, an artifact or a running system. */
  readonly kind: 'source' | 'build' | 'deployed' | 'unknown';
  /** An image was sent with it, or what it is about is a container. */
  readonly isContainer: boolean;
  /** Of the system in it, and of the program that it is about. */
  readonly platform: BuiltFor;
  /** `debian-12`; null: it names none, or several. */
  readonly distro: string | null;
  /** Runtimes of languages among its components. */
  readonly languages: readonly Language[];
  /** Whether a shell is among its components. */
  readonly hasShell: boolean;
  /** Of CycloneDX: what links from other documents name. */
  readonly serialNumber: string | null;
  readonly version: number | null;
}

export interface SentWith {
  /** What the sender says about the distribution of all packages. */
  readonly distroOverride: string | undefined;
  readonly image: string | undefined;
}

export function describeDocument(inventory: Inventory, { distroOverride, image }: SentWith): DocumentTraits {
  const { about, components } = inventory;
  const distro = distroOverride ?? inventory.distro ?? null;
  const subjects = subjectsOf(inventory);
  const platform = new PlatformUnion();
  if (distro !== null) platform.addOs(distro.startsWith('windows') ? 'windows' : 'linux');
  for (const subject of subjects) {
    if (subject.platform !== undefined) platform.add(subject.platform);
    for (const purl of subject.purls) platform.add(platformOfPurl(purl));
  }
  const { languages, hasShell } = findRuntimeComponents(programsOf(components, platform));
  const isContainer = image !== undefined || subjects.some(isContainerImage);
  const isOfSystem = isContainer || distro !== null || components.some(hasLayer);
  return {
    kind: kindOf(about?.phases ?? [], isOfSystem),
    isContainer,
    platform: platform.toPlatform(),
    distro,
    languages: languages.slice(0, LIMITS.languagesPerSbomMax),
    hasShell,
    serialNumber: about?.serialNumber ?? null,
    version: about?.version ?? null,
  };
}

/** What may run, while the platforms of packages of the system are noted: the components are walked once. */
function* programsOf(components: readonly Component[], platform: PlatformUnion): Iterable<NamedComponent> {
  for (const { scope, purls, name, version } of components) {
    const [text] = purls;
    // What built the software is not where it runs.
    if (text === undefined || scope === 'build' || !mayRun(text, name)) continue;
    const { purl } = parsePurl(text);
    if (purl === undefined) continue;
    if (isSystemPackage(purl)) {
      platform.addOs('linux');
      platform.add(platformOfParsed(purl));
    }
    yield { purlType: purl.type, name: GO_LIBRARY.has(name) ? 'stdlib' : name, version: version ?? null };
  }
}

/** The tool of CycloneDX calls the standard library as Go does, syft as the database of vulnerabilities does. */
const GO_LIBRARY: ReadonlySet<string> = new Set(['std', 'stdlib']);

const PROGRAM_PURL = /^pkg:\/{0,2}(?:deb|apk|alpine|rpm|generic|bitnami)\//i;

/** Most components of a large document are libraries, whose purls need not be read. */
function mayRun(purl: string, name: string): boolean {
  return PROGRAM_PURL.test(purl) || GO_LIBRARY.has(name);
}

/** A document may call everything a root; then none of them is what it is about. */
const SUBJECTS_MAX = 10;

function subjectsOf({ subject, components, roots }: Inventory): readonly Component[] {
  if (subject !== undefined) return [subject];
  return Array.from(roots.subarray(0, SUBJECTS_MAX)).flatMap((root) => components[root] ?? []);
}

const IMAGE_PURL = /^pkg:\/{0,2}(?:oci|docker)\//i;

function isContainerImage({ type, purls }: Component): boolean {
  return type === 'container' || purls.some((purl) => IMAGE_PURL.test(purl));
}

function hasLayer({ details }: Component): boolean {
  return details?.locations?.some(({ layer }) => layer !== undefined) ?? false;
}

/** A source package of a distribution says nothing about a system. */
function isSystemPackage({ type, qualifiers }: Purl): boolean {
  return isDistributionType(type) && !SOURCES.has(qualifiers.get('arch'));
}

const SOURCES: ReadonlySet<string | undefined> = new Set(['src', 'source', 'nosrc']);

/**
 * What was found in an artifact after its build is shipped, whatever its marks say, and counts as deployed. Of several phases the
 * closest to running counts.
 */
const KINDS: readonly (readonly [DocumentTraits['kind'], readonly string[]])[] = [
  ['deployed', ['operations', 'discovery', 'decommission', 'post-build', 'deployed', 'runtime', 'analyzed']],
  ['build', ['build']],
  ['source', ['design', 'pre-build', 'source']],
];

function kindOf(phases: readonly string[], isOfSystem: boolean): DocumentTraits['kind'] {
  if (isOfSystem) return 'deployed';
  return KINDS.find(([, names]) => phases.some((phase) => names.includes(phase)))?.[0] ?? 'unknown';
}

class PlatformUnion {
  readonly #os = new Set<string>();
  readonly #arch = new Set<string>();

  addOs(os: string): void {
    this.#os.add(os);
  }

  add({ os, arch }: BuiltFor): void {
    for (const each of os) this.#os.add(each);
    for (const each of arch) this.#arch.add(each);
  }

  toPlatform(): BuiltFor {
    return { os: [...this.#os].toSorted(), arch: [...this.#arch].toSorted() };
  }
}
