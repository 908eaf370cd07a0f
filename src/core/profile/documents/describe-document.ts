/**
 * ENTRY. Traits of a document, computed once when it is parsed: how close to the running software it was created, its operating
 * system, and its language runtimes. Rules and the profile of a service use them without the document.
 */
import { isDistributionType } from '../../identity/ecosystems/ecosystem.ts';
import { platformOfParsed, platformOfPurl, type TargetPlatform } from '../../identity/platform-names.ts';
import { parsePurl, type Purl } from '../../identity/purl/purl.ts';
import { LIMITS } from '../../limits.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import type { SbomKind } from '../../vocabulary/sbom.ts';
import { findRuntimeComponents, type Language, type NamedComponent } from './runtime-components.ts';

export interface DocumentTraits {
  /** From the phase in the document; `deployed` if it was created from an image, an artifact or a running system. */
  readonly kind: SbomKind;
  /** Uploaded with an image, or the subject is a container. */
  readonly isContainer: boolean;
  /** Platform of the system in the document, and of its subject. */
  readonly platform: TargetPlatform;
  /** `debian-12`; null: none or several. */
  readonly distro: string | null;
  /** Language runtimes among its components. */
  readonly languages: readonly Language[];
  /** Whether a shell is among its components. */
  readonly hasShell: boolean;
  /** For CycloneDX: the target of links from other documents. */
  readonly serialNumber: string | null;
  readonly version: number | null;
}

export interface UploadContext {
  /** Distribution of all packages, as given by the client. */
  readonly distroOverride: string | undefined;
  readonly image: string | undefined;
}

export function describeDocument(inventory: Inventory, { distroOverride, image }: UploadContext): DocumentTraits {
  const { about, components } = inventory;
  const distro = distroOverride ?? inventory.distro ?? null;
  const subjects = subjectsOf(inventory);
  const platform = new PlatformUnion();
  if (distro !== null) platform.addOs(distro.startsWith('windows') ? 'windows' : 'linux');
  for (const subject of subjects) {
    if (subject.platform !== undefined) platform.add(subject.platform);
    for (const purl of subject.purls) platform.add(platformOfPurl(purl));
  }
  const { languages, hasShell } = findRuntimeComponents(listPrograms(components, platform));
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

/** Yields components that may be runtimes, and collects the platforms of system packages in the same pass. */
function* listPrograms(components: readonly Component[], platform: PlatformUnion): Iterable<NamedComponent> {
  for (const { scope, purls, name, version } of components) {
    const [text] = purls;
    // Build tools are not part of the runtime environment.
    if (text === undefined || scope === 'build' || !isRuntimeCandidate(text, name)) continue;
    const { purl } = parsePurl(text);
    if (purl === undefined) continue;
    if (isSystemPackage(purl)) {
      platform.addOs('linux');
      platform.add(platformOfParsed(purl));
    }
    yield { purlType: purl.type, name: GO_LIBRARY.has(name) ? 'stdlib' : name, version: version ?? null };
  }
}

/** The CycloneDX tool names the standard library as Go does, syft as the vulnerability database does. */
const GO_LIBRARY: ReadonlySet<string> = new Set(['std', 'stdlib']);

const PROGRAM_PURL = /^pkg:\/{0,2}(?:deb|apk|alpine|rpm|generic|bitnami)\//i;

/** Most components of a large document are libraries, whose purls need no parsing. */
function isRuntimeCandidate(purl: string, name: string): boolean {
  return PROGRAM_PURL.test(purl) || GO_LIBRARY.has(name);
}

/** A document may list all components as roots; then none of them is the subject. */
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

/** A source package of a distribution is not evidence of an installed system. */
function isSystemPackage({ type, qualifiers }: Purl): boolean {
  return isDistributionType(type) && !SOURCES.has(qualifiers.get('arch'));
}

const SOURCES: ReadonlySet<string | undefined> = new Set(['src', 'source', 'nosrc']);

/**
 * Components found in an artifact after its build are shipped, whatever their scope, so the document counts as deployed. Of
 * several phases, the one closest to running counts.
 */
const KINDS: readonly (readonly [SbomKind, readonly string[]])[] = [
  ['deployed', ['operations', 'discovery', 'decommission', 'post-build', 'deployed', 'runtime', 'analyzed']],
  ['build', ['build']],
  ['source', ['design', 'pre-build', 'source']],
];

function kindOf(phases: readonly string[], isOfSystem: boolean): SbomKind {
  if (isOfSystem) return 'deployed';
  return KINDS.find(([, names]) => phases.some((phase) => names.includes(phase)))?.[0] ?? 'unknown';
}

class PlatformUnion {
  readonly #os = new Set<string>();
  readonly #arch = new Set<string>();

  addOs(os: string): void {
    this.#os.add(os);
  }

  add({ os, arch }: TargetPlatform): void {
    for (const each of os) this.#os.add(each);
    for (const each of arch) this.#arch.add(each);
  }

  toPlatform(): TargetPlatform {
    return { os: [...this.#os].toSorted(), arch: [...this.#arch].toSorted() };
  }
}
