/**
 * The ecosystems whose components are identified. To add one, write a file with its rules and list it here. Advisories are read
 * for every ecosystem that has a feed; the matchers in `core/match` decide which components are checked.
 */
import { apkEcosystems } from './apk.ts';
import { bitnami } from './bitnami.ts';
import { cocoapods } from './cocoapods.ts';
import { debian, ubuntu } from './deb.ts';
import { githubActions } from './github-actions.ts';
import { go } from './go.ts';
import { linuxKernel } from './linux-kernel.ts';
import { maven } from './maven.ts';
import { npm } from './npm.ts';
import { packagist } from './packagist.ts';
import { pypi } from './pypi.ts';
import { rpmEcosystems } from './rpm.ts';
import { rubygems } from './rubygems.ts';
import { simpleEcosystems } from './simple.ts';
import { swift } from './swift.ts';
import { vscode } from './vscode.ts';
import type { EcosystemRules } from './ecosystem-rules.ts';
import { parseOsvRelease } from '../distro/osv-release.ts';
import type { Family } from '../../vocabulary/package.ts';

/** Each family occurs once. */
export const ECOSYSTEMS: readonly EcosystemRules[] = [
  npm,
  pypi,
  maven,
  debian,
  go,
  rubygems,
  packagist,
  ...simpleEcosystems,
  swift,
  githubActions,
  bitnami,
  vscode,
  linuxKernel,
  ubuntu,
  ...apkEcosystems,
  ...rpmEcosystems,
];

/** Ecosystems whose advisories are read. */
export const ECOSYSTEMS_WITH_FEED: readonly EcosystemRules[] = ECOSYSTEMS.filter(hasFeed);

function hasFeed({ distribution }: EcosystemRules): boolean {
  return distribution?.hasFeed !== false;
}

const BY_FAMILY: ReadonlyMap<string, EcosystemRules> = new Map(ECOSYSTEMS.map((rules) => [rules.family, rules]));
const BY_PURL_TYPE: ReadonlyMap<string, EcosystemRules> = new Map(
  [...ECOSYSTEMS, cocoapods]
    .filter(({ distribution }) => distribution === undefined)
    .flatMap((rules) => rules.purlTypes.map((type): [string, EcosystemRules] => [type, rules])),
);
const DISTRIBUTION_TYPES: ReadonlySet<string> = new Set(['deb', 'apk', 'rpm']);

/** Finds an ecosystem by purl type alone; undefined for distribution types, which are shared, and for unsupported types. */
export function findLanguageRules(purlType: string): EcosystemRules | undefined {
  return BY_PURL_TYPE.get(purlType);
}

export function isDistributionType(purlType: string): boolean {
  return DISTRIBUTION_TYPES.has(purlType);
}

export function isDistribution(family: string): boolean {
  return BY_FAMILY.get(family)?.distribution !== undefined;
}

export function rulesOf(family: Family): EcosystemRules | undefined {
  return BY_FAMILY.get(family);
}

export interface OsvEcosystem {
  readonly family: Family;
  /** Empty if the family has no releases, or the text names none. */
  readonly release: string;
  /** Updates that only some users of the release receive. */
  readonly channel?: string;
  readonly rules: EcosystemRules;
}

/**
 * Parses `Debian:12`, `npm`, `Maven:https://repo.example.org/`. The text after the colon is a release only for a distribution.
 */
export function parseOsvEcosystem(text: string): OsvEcosystem | undefined {
  const colon = text.indexOf(':');
  const rules = BY_FAMILY.get(colon === -1 ? text : text.slice(0, colon));
  if (rules === undefined) return undefined;
  const { family } = rules;
  if (rules.distribution === undefined || colon === -1) return { family, release: '', rules };
  return { family, ...parseOsvRelease(family, text.slice(colon + 1)), rules };
}

/** Same as `parseOsvEcosystem`, but only for ecosystems whose advisories are read. */
export function findOsvEcosystem(text: string): OsvEcosystem | undefined {
  const found = parseOsvEcosystem(text);
  return found !== undefined && hasFeed(found.rules) ? found : undefined;
}
