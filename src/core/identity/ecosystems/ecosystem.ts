/**
 * The ecosystems whose components are identified. To add one, write a file with its rules and list it here. Which of their
 * components are checked depends on the advisories that are loaded.
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
  /** Updates that only some users of the release receive: `pro`, `eus:9.4`, `els:7`, an extra of Amazon Linux 2, or the SUSE product of the update. */
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

type OsvRelease = Pick<OsvEcosystem, 'release' | 'channel'>;

/**
 * Normalizes the release of an OSV ecosystem, the text after the colon, to the spelling used for components, so that both have the
 * same key: `Pro:18.04:LTS` of Ubuntu is 18.04 with the channel `pro`. Products outside of the distribution are kept as they are: no
 * component has such a release. https://ossf.github.io/osv-schema/#defined-ecosystems
 */
function parseOsvRelease(family: Family, text: string): OsvRelease {
  return PARSERS[family]?.(text) ?? { release: text };
}

const PARSERS: { readonly [Name in Family]?: (text: string) => OsvRelease } = {
  Ubuntu: parseUbuntu,
  'Red Hat': parseRedHat,
  SUSE: parseSuse,
  openSUSE: parseOpenSuse,
  'Amazon Linux': parseAmazon,
};

const UBUNTU_RELEASE = /^[0-9]{2}\.[0-9]{2}$/;

// `22.04:LTS`, `Pro:18.04:LTS`, `Pro:FIPS:20.04:LTS`, `22.04:LTS:for:NVIDIA:BlueField`.
function parseUbuntu(text: string): OsvRelease {
  const parts = text.split(':');
  const release = parts.find((part) => UBUNTU_RELEASE.test(part));
  if (release === undefined) return { release: text };
  const channel = parts.filter((part) => part !== release && part !== 'LTS').join(':');
  return channel === '' ? { release } : { release, channel: channel.toLowerCase() };
}

// Since 10, a record names the minor release that it was published for: `enterprise_linux:10.0`.
const ENTERPRISE_LINUX = /^enterprise_linux:([0-9]{1,2})(?:\.[0-9]{1,2})?(?:::|$)/;
const EXTENDED =
  /^(?:rhel|enterprise_linux)_(eus|aus|e4s|tus|els)(?:_long_life)?:(([0-9]{1,2})(?:\.[0-9]{1,2})?)(?:::|$)/;

// The repositories of a release (baseos, appstream, ..) are one release; layered products (`openshift:4.12::el9`) are not part of
// it.
function parseRedHat(text: string): OsvRelease {
  const [, base] = ENTERPRISE_LINUX.exec(text) ?? [];
  if (base !== undefined) return { release: base };
  const [, channel, covered, major] = EXTENDED.exec(text) ?? [];
  return major === undefined ? { release: text } : { release: major, channel: `${channel}:${covered}` };
}

const SUSE_PRODUCT =
  /^(Linux Enterprise [A-Z][A-Za-z ,]*?) ([0-9]{2})(?: SP([0-9]))?((?:-| )(?:LTSS|ESPOS|BCL|TERADATA)[ A-Za-z-]*)?$/;
const OWN_SCOPE = /\b(?:Micro|Real Time|Live Patching|Point of Sale)\b/;

// `Linux Enterprise Module for Basesystem 15 SP3`, `Linux Enterprise Server 12 SP5-LTSS`; `Manager Server 4.3` is not a release.
function parseSuse(text: string): OsvRelease {
  const [, product, major, pack = '0', support = ''] = SUSE_PRODUCT.exec(text) ?? [];
  if (major === undefined || OWN_SCOPE.test(text)) return { release: text };
  return { release: pack === '0' ? major : `${major}.${pack}`, channel: `${product}${support}` };
}

// `2:kernel-5.15` is the topic `kernel-5.15` of the extras.
function parseAmazon(text: string): OsvRelease {
  const colon = text.indexOf(':');
  return colon === -1 ? { release: text } : { release: text.slice(0, colon), channel: text.slice(colon + 1) };
}

const LEAP = /^Leap ([0-9]{2}\.[0-9])$/;

function parseOpenSuse(text: string): OsvRelease {
  return { release: LEAP.exec(text)?.[1] ?? text };
}
