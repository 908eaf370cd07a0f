/**
 * Distributions with rpm packages: exact names, versions with an optional epoch, and modules, which can have several streams in
 * one release. https://rpm-software-management.github.io/rpm/manual/tags.html
 */
import { findSideBuild, isThirdPartyBuild } from '../distro/version-tags.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason, DistributionFamily } from '../../vocabulary/package.ts';

const FAMILIES: readonly DistributionFamily[] = [
  'Red Hat',
  'AlmaLinux',
  'Rocky Linux',
  'SUSE',
  'openSUSE',
  'Azure Linux',
  'Photon OS',
  'openEuler',
  'Mageia',
  'Fedora',
  'Oracle Linux',
  'Amazon Linux',
];

const OF_PACKAGES: ReadonlySet<DistributionFamily> = new Set([
  'Red Hat',
  'AlmaLinux',
  'Fedora',
  'Oracle Linux',
  'Amazon Linux',
]);

export const rpmEcosystems: readonly EcosystemRules[] = FAMILIES.map(toRules);

function toRules(family: DistributionFamily): EcosystemRules {
  return {
    family,
    scheme: 'rpm',
    purlTypes: ['rpm'],
    normalizeName: (name) => name,
    read: (facts) => read(family, facts),
    distribution: {
      advisoriesName: OF_PACKAGES.has(family) ? 'packages' : 'sources',
      isDebug,
      findSource: () => undefined,
    },
  };
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9+._-]*$/;
// Debug symbols and sources do not run, and their advisories add nothing to those of the package itself.
const DEBUG = /-debug(?:info|source)(?:-common)?$/;
const THIRD_PARTY_REPOSITORY = /(?:^|[-_/])(?:epel|rpmfusion|remi|elrepo|pgdg)(?:[-_/0-9]|$)/i;

function isDebug(name: string): boolean {
  return DEBUG.test(name);
}

function read(family: DistributionFamily, facts: PackageFacts): NamedVersion | CannotAssessReason {
  const { name, version, qualifiers } = facts;
  // The keys for checking signatures are listed like packages.
  if (name === 'gpg-pubkey') return 'not-a-package';
  if (!NAME.test(name)) return 'invalid-purl';
  if (isDebug(name)) return 'not-a-package';
  if (version === undefined) return { name, version };
  const repository = qualifiers.get('repository_id') ?? '';
  if (isThirdPartyBuild(family, version) || THIRD_PARTY_REPOSITORY.test(repository)) return 'no-feed-for-release';
  const module = moduleOf(facts);
  const channel = CHANNELS[family]?.(repository, facts) ?? findSideBuild(family, version);
  return {
    name,
    ...versionOf(version, facts),
    ...(module !== undefined && { module }),
    ...(channel !== undefined && { channel }),
  };
}

const EPOCH = /^[0-9]{1,10}$/;
const VERSION_WITH_EPOCH = /^([0-9]{1,10}):(.*)$/s;

// If given several times, the epoch qualifier of the purl counts. Epoch 0 is omitted, so that a package has one spelling.
function versionOf(version: string, facts: PackageFacts): Pick<NamedVersion, 'version' | 'epochUnknown'> {
  const [, prefix, rest = version] = VERSION_WITH_EPOCH.exec(version) ?? [];
  const epoch = [facts.qualifiers.get('epoch'), prefix, facts.epoch].find((text) => EPOCH.test(text ?? ''));
  if (epoch !== undefined) return { version: Number(epoch) === 0 ? rest : `${Number(epoch)}:${rest}` };
  return { version: rest, ...(!facts.rpmEpochsStated && { epochUnknown: true }) };
}

const LABEL = /^([A-Za-z0-9_.+-]+:[A-Za-z0-9_.+-]+)(?::|$)/;
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;

// `nodejs:12:8030020201124152102:229f0a1c` consists of module, stream, build and context.
function moduleOf({ version, qualifiers, module }: PackageFacts): string | undefined {
  for (const label of [qualifiers.get('modularitylabel'), qualifiers.get('rpmmod'), module]) {
    const [, stream] = LABEL.exec(label ?? '') ?? [];
    if (stream !== undefined) return stream;
  }
  return BUILT_IN_MODULE.test(version ?? '') ? '' : undefined;
}

const CHANNELS: {
  readonly [Family in DistributionFamily]?: (repository: string, facts: PackageFacts) => string | undefined;
} = {
  'Red Hat': channelOf,
  'Amazon Linux': extraOf,
};

const EXTRA_REPOSITORY = /^amzn2extra-([a-z0-9._-]{1,64})$/;
const KERNEL_NAME = /^(?:kernel(?!-livepatch)(?:-.+)?|perf|bpftool|python-perf)$/;
// The kernel of Amazon Linux 2 itself is 4.9 or 4.14.
const KERNEL_OF_EXTRA = /^([5-9]\.[0-9]{1,2})\..*\.amzn2(?=$|[._])/;

// Most documents do not state the repository, but the versions of kernels show their topic.
function extraOf(repository: string, { name, version = '' }: PackageFacts): string | undefined {
  const [, extra] = EXTRA_REPOSITORY.exec(repository) ?? [];
  const [, line] = KERNEL_NAME.test(name) ? (KERNEL_OF_EXTRA.exec(version) ?? []) : [];
  return extra ?? (line && `kernel-${line}`);
}

const EXTENDED = /-(eus|aus|e4s|tus)-/;
const MINOR_RELEASE = /__([0-9]{1,2})_DOT_([0-9]{1,2})$/;
const LIFE_CYCLE = /^rhel-([0-9]{1,2})-.*-els-/;

// `rhel-9-for-x86_64-baseos-eus-rpms__9_DOT_4`, `rhel-7-server-els-rpms`
function channelOf(repository: string): string | undefined {
  const [, ended] = LIFE_CYCLE.exec(repository) ?? [];
  if (ended !== undefined) return `els:${ended}`;
  const [, channel] = EXTENDED.exec(repository) ?? [];
  const [, major, minor] = MINOR_RELEASE.exec(repository) ?? [];
  return channel === undefined || major === undefined ? undefined : `${channel}:${major}.${minor}`;
}
