/**
 * ENTRY. Identifies the packages of a component for matching. All of its purls are used; without one, the package type of its
 * tool. A name alone never selects an ecosystem. Assumptions are reported, because they lower the confidence.
 */
import { parsePurl, type Purl } from '../purl/purl.ts';
import { purlFromTool } from '../purl/purl-from-tool.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';
import { LIMITS } from '../../limits.ts';
import { findDistributionOf, findRelease, type DistroHints } from '../distro/find-release.ts';
import { findLanguageRules, isDistributionType, rulesOf } from '../ecosystems/ecosystem.ts';
import type { EcosystemRules, NamedVersion } from '../ecosystems/ecosystem-rules.ts';
import type { PackageIdentity } from '../package-identity.ts';
import { parseSourcePackage, type SourcePackage } from '../source-package.ts';
import type { IdentityAssumption } from '../../vocabulary/assumption.ts';

/** The fields of a component that identify its package. */
export interface PackageClaims {
  readonly purls: readonly string[];
  readonly cpes?: readonly string[];
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** As written by a tool, in addition to the purl. */
  readonly source: SourcePackage | undefined;
  readonly name?: string;
  /** `library`, `application`, .. */
  readonly type?: string;
  /** Package type, epoch and module as written by a tool, in addition to the purl or instead of one. */
  readonly packageType?: string | undefined;
  readonly epoch?: string | undefined;
  readonly module?: string | undefined;
  /** Where a tool found the component. */
  readonly archivePath?: string | undefined;
  readonly details?:
    | {
        readonly locations?: readonly { readonly path: string }[] | undefined;
        readonly hashes?: readonly { readonly algorithm: string; readonly value: string }[] | undefined;
        readonly references?: readonly { readonly type: string; readonly url: string }[] | undefined;
      }
    | undefined;
}

export interface FindPackagesOptions extends DistroHints {
  /** Whether any rpm package of the document states an epoch; see `hasRpmEpochs`. */
  readonly rpmEpochsStated?: boolean | undefined;
  /** Purl types whose packages state their source wherever its name differs; see `findStatedSources`. */
  readonly sourcesStated?: ReadonlySet<string> | undefined;
}

export interface FoundPackage {
  readonly identity: PackageIdentity;
  readonly version: string;
  readonly assumptions: readonly IdentityAssumption[];
}

interface FoundPackages {
  /** Without duplicates; the order does not depend on that of the purls. */
  readonly packages: readonly FoundPackage[];
  /** Why no package was found. */
  readonly reason: CannotAssessReason | undefined;
}

export function findPackages(claims: PackageClaims, options: FindPackagesOptions = {}): FoundPackages {
  const outcomes = outcomesOf(claims, options);
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    return typeof only === 'string' ? { packages: [], reason: only } : { packages: [only], reason: undefined };
  }
  const found = new Map<string, FoundPackage>();
  const reasons = new Set<CannotAssessReason>();
  for (const outcome of outcomes) {
    if (typeof outcome === 'string') reasons.add(outcome);
    else keepMoreCertain(found, outcome);
  }
  const packages = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  if (packages.length > 0) return { packages, reason: undefined };
  return { packages, reason: REASONS.find((reason) => reasons.has(reason)) ?? 'no-identity' };
}

/** If no purl leads to a package, the reason of the purl that got furthest is used. */
const REASONS: readonly CannotAssessReason[] = [
  'no-feed-for-release',
  'unknown-release',
  'devel-build',
  'floating-ref',
  'unresolved-placeholder',
  'unparsable-version',
  'no-version',
  'incomplete-name',
  'not-a-package',
  'no-identity',
  'unsupported-type',
  'invalid-purl',
];

function outcomesOf(claims: PackageClaims, options: FindPackagesOptions): (FoundPackage | CannotAssessReason)[] {
  if (claims.purls.length > 0) return claims.purls.map((text) => outcomeOf(text, claims, options));
  const purl = purlFromTool({ packageType: undefined, name: '', ...claims });
  const outcome = purl && findPackage(purl, claims, options);
  if (outcome === undefined || typeof outcome === 'string') return [outcome ?? 'no-identity'];
  return [{ ...outcome, assumptions: [...outcome.assumptions, 'identity-from-tool'] }];
}

const GO_PURL = /^\s*pkg:\/*golang\//i;

function outcomeOf(
  text: string,
  claims: PackageClaims,
  options: FindPackagesOptions,
): FoundPackage | CannotAssessReason {
  const { purl, problems } = parsePurl(text);
  if (purl !== undefined) return findPackage(purl, claims, options);
  // `pkg:golang/./staging/src`: a module in a local folder, which no advisory covers.
  return GO_PURL.test(text) && problems.includes('dot-segment') ? 'no-identity' : 'invalid-purl';
}

// Several purls may identify the same package with different assumptions; the one with the fewest counts. Ties are broken by
// text.
function keepMoreCertain(found: Map<string, FoundPackage>, each: FoundPackage): void {
  const key = JSON.stringify([each.identity, each.version]);
  const other = found.get(key);
  if (other === undefined || compareAssumptions(each, other) < 0) found.set(key, each);
}

function compareAssumptions({ assumptions: a }: FoundPackage, { assumptions: b }: FoundPackage): number {
  return a.length - b.length || (a.join() < b.join() ? -1 : Number(a.join() > b.join()));
}

/**
 * Identifies the package of one purl, or of the fields that a tool wrote instead. The purl takes precedence; missing parts are taken
 * from other fields of the component.
 */
function findPackage(
  purl: Purl,
  claims: PackageClaims,
  options: FindPackagesOptions,
): FoundPackage | CannotAssessReason {
  if (isDistributionType(purl.type)) return findOsPackage(purl, claims, options);
  const rules = findLanguageRules(purl.type);
  if (rules === undefined) return 'unsupported-type';
  const named = resolveNamedVersion(rules, purl, claims, options);
  if (typeof named === 'string') return named;
  const { version, assumptions = [] } = named;
  return { identity: toIdentity(rules, named, { release: '', source: undefined }), version, assumptions };
}

function findOsPackage(
  purl: Purl,
  claims: PackageClaims,
  options: FindPackagesOptions,
): FoundPackage | CannotAssessReason {
  const distro = purl.qualifiers.get('distro');
  const distribution = findDistributionOf({ ...purl, distro }, options);
  if (typeof distribution === 'string') return distribution;
  const rules = rulesOf(distribution.family);
  if (rules?.distribution === undefined) return 'unsupported-type';

  const named = resolveNamedVersion(rules, purl, claims, options);
  if (typeof named === 'string') return named;
  const release = findRelease(distribution, { version: named.version, distro }, options);
  if (release === 'unknown-release') return release;

  const known = parseSourcePackage(sourceText(purl)) ?? claims.source;
  // The kernel is signed in a separate source package, `linux-signed-amd64`, which no advisory names.
  const source = rules.distribution.findSource(known?.name ?? named.name) ?? known;
  const isGuessed = known === undefined && source !== undefined;
  const isStated = source !== undefined || options.sourcesStated?.has(purl.type) === true;
  const sourceUnknown = !isStated && rules.distribution.advisoriesName === 'sources';
  const channel = named.channel ?? release.channel;
  return {
    identity: toIdentity(
      rules,
      { ...named, ...(channel !== undefined && { channel }) },
      { release: release.release, source, ...(sourceUnknown && { sourceUnknown }) },
    ),
    version: named.version,
    assumptions: [
      ...(named.assumptions ?? []),
      ...release.assumptions,
      ...(isGuessed ? (['source-from-name'] as const) : []),
    ],
  };
}

type WithVersion = NamedVersion & { readonly version: string };

function resolveNamedVersion(
  rules: EcosystemRules,
  purl: Purl,
  { group, version: ownVersion, type: componentType, epoch, module, archivePath, details }: PackageClaims,
  { rpmEpochsStated = false }: FindPackagesOptions,
): WithVersion | CannotAssessReason {
  const stated = purl.version ?? ownVersion;
  const problem = findVersionProblem(stated);
  const version = problem === 'no-version' ? undefined : stated;
  // Only Maven derives coordinates from paths.
  const paths = rules.family === 'Maven' ? pathsOf({ archivePath, details }) : [];
  const { namespace, name, qualifiers, subpath } = purl;
  const identifiers = { namespace, name, version, qualifiers, subpath };
  const named = rules.read({ ...identifiers, group, componentType, epoch, module, rpmEpochsStated, paths });
  if (typeof named === 'string') return named;
  if (problem !== undefined) return problem;
  if (named.version === undefined || named.version === '') return 'no-version';
  return { ...named, version: named.version };
}

export function pathsOf({ archivePath, details }: Pick<PackageClaims, 'archivePath' | 'details'>): readonly string[] {
  const locations = (details?.locations ?? []).map(({ path }) => path);
  return archivePath === undefined ? locations : [archivePath, ...locations];
}

// Placeholders that build tools leave behind: `${version}`, `$(Version)`, `@project.version@`, `{{ version }}`.
const PLACEHOLDER = /\$[{(]|\{\{|^@[^@]+@$/;
const NO_VERSION = /^(?:unknown|unspecified|noassertion|none|null|undefined|n\/a)?$/i;

export function findVersionProblem(version: string | undefined): CannotAssessReason | undefined {
  if (version === undefined || NO_VERSION.test(version)) return 'no-version';
  if (version.length > LIMITS.componentVersionCharactersMax) return 'unparsable-version';
  return PLACEHOLDER.test(version) ? 'unresolved-placeholder' : undefined;
}

function sourceText({ qualifiers }: Purl): string {
  return qualifiers.get('upstream') ?? qualifiers.get('sourcerpm') ?? qualifiers.get('origin') ?? '';
}

function toIdentity(
  { family }: EcosystemRules,
  { name, alsoNamed, channel, module, epochUnknown }: NamedVersion,
  { release, source, sourceUnknown }: Pick<PackageIdentity, 'release' | 'source' | 'sourceUnknown'>,
): PackageIdentity {
  // Most packages have none of the other facts; a spread for each of them takes longer than everything else here.
  const identity: { -readonly [Name in keyof PackageIdentity]: PackageIdentity[Name] } = {
    family,
    release,
    name,
    source,
  };
  if (alsoNamed !== undefined) identity.alsoNamed = alsoNamed;
  if (channel !== undefined) identity.channel = channel;
  if (module !== undefined) identity.module = module;
  if (epochUnknown !== undefined) identity.epochUnknown = epochUnknown;
  if (sourceUnknown !== undefined) identity.sourceUnknown = sourceUnknown;
  return identity;
}
