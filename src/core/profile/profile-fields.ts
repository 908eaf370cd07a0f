/**
 * What a security profile can say about a service: a closed list. Rules, the editor and the impact meter all read it from here, so
 * a further field is one line. A field that is absent, or has the value `unknown`, says nothing.
 */
import { LIMITS } from '../limits.ts';

/** How a value looks. Flags are `yes` and `no`: a profile is written by people, and the third answer is always `unknown`. */
export type FieldKind =
  | { readonly type: 'enum'; readonly values: readonly string[] }
  /** Each value once. With `none` where that is a value, which excludes all others. */
  | { readonly type: 'enum-list'; readonly values: readonly string[] }
  | { readonly type: 'text'; readonly bytesMax: number }
  | { readonly type: 'text-list' }
  | { readonly type: 'object-list'; readonly members: Readonly<Record<string, MemberKind>> }
  /** `none`, or where the control stands and when somebody has last looked. */
  | { readonly type: 'control' };

export type MemberKind =
  | { readonly type: 'text'; readonly isRequired: boolean }
  | { readonly type: 'port' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

const FLAG = oneOf('yes', 'no');
const REQUIREMENT = oneOf('H', 'M', 'L');
const SHORT_TEXT: FieldKind = { type: 'text', bytesMax: LIMITS.profileTextBytesMax };
const TEXTS: FieldKind = { type: 'text-list' };
const CONTROL: FieldKind = { type: 'control' };
const REQUIRED_TEXT: MemberKind = { type: 'text', isRequired: true };
const OPTIONAL_TEXT: MemberKind = { type: 'text', isRequired: false };
const FEATURES: FieldKind = {
  type: 'object-list',
  members: { purl: REQUIRED_TEXT, feature: REQUIRED_TEXT, note: OPTIONAL_TEXT },
};

/** Platforms are in the words of Go, as everywhere. */
export const PROFILE_FIELDS = {
  'exposure.reach': oneOf('internet', 'partner', 'internal', 'host-only', 'none'),
  'exposure.entryPoints': {
    type: 'object-list',
    members: {
      protocol: REQUIRED_TEXT,
      port: { type: 'port' },
      auth: { type: 'enum', values: ['none', 'token', 'user', 'mtls', 'unknown'] },
    },
  },
  'exposure.unauthenticatedSurface': FLAG,
  'input.acceptsUntrusted': listOf(
    ...['http-body', 'file-upload', 'archive', 'image', 'xml', 'yaml', 'template', 'sql', 'email', 'none'],
  ),
  'input.userInteraction': FLAG,
  // No word for any other system: what is compared with it would never be equal, and that would read as a fact.
  'runtime.os': oneOf(
    ...['linux', 'windows', 'darwin', 'android', 'ios', 'freebsd', 'openbsd', 'netbsd', 'dragonfly'],
    ...['solaris', 'illumos', 'aix', 'plan9'],
  ),
  'runtime.distro': SHORT_TEXT,
  'runtime.arch': listOf(
    ...['amd64', '386', 'arm64', 'arm', 'ppc64le', 'ppc64', 's390x', 'riscv64', 'loong64'],
    ...['mips', 'mipsle', 'mips64', 'mips64le', 'wasm'],
  ),
  'runtime.languages': { type: 'object-list', members: { name: REQUIRED_TEXT, version: OPTIONAL_TEXT } },
  'runtime.containerized': FLAG,
  'runtime.orchestrator': oneOf('kubernetes', 'nomad', 'ecs', 'docker', 'systemd', 'other', 'none'),
  'privilege.runsAsRoot': FLAG,
  'privilege.readOnlyRootFs': FLAG,
  'privilege.privilegedContainer': FLAG,
  'privilege.capabilities': TEXTS,
  'privilege.confinement': listOf('apparmor', 'seccomp', 'selinux', 'none'),
  'privilege.shellAvailable': FLAG,
  'privilege.localUsers': FLAG,
  'network.egress': oneOf('open', 'allow-list', 'none'),
  'network.dnsOutbound': FLAG,
  'data.classification': oneOf('public', 'internal', 'confidential', 'restricted'),
  'data.confidentialityReq': REQUIREMENT,
  'data.integrityReq': REQUIREMENT,
  'data.availabilityReq': REQUIREMENT,
  'usage.featuresUsed': FEATURES,
  'usage.featuresNotUsed': FEATURES,
  'usage.commandsUsed': TEXTS,
  'usage.commandsNotUsed': TEXTS,
  'controls.waf': CONTROL,
  'controls.authProxy': CONTROL,
  'controls.meshMtls': CONTROL,
  'controls.sandbox': CONTROL,
  'ops.environment': oneOf('prod', 'staging', 'dev', 'ci'),
  'text.notes': { type: 'text', bytesMax: LIMITS.profileNotesBytesMax },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type ProfilePath = keyof typeof PROFILE_FIELDS;

export const PROFILE_PATHS = Object.keys(PROFILE_FIELDS).filter(isProfilePath);

/** What makes a profile complete enough to be argued with. */
export const CORE_PATHS: readonly ProfilePath[] = [
  'exposure.reach',
  'exposure.unauthenticatedSurface',
  'input.acceptsUntrusted',
  'input.userInteraction',
  'runtime.os',
  'runtime.arch',
  'runtime.languages',
  'privilege.runsAsRoot',
  'privilege.localUsers',
  'network.egress',
  'data.classification',
  'ops.environment',
];

export function isProfilePath(path: string): path is ProfilePath {
  return Object.hasOwn(PROFILE_FIELDS, path);
}

export function kindOf(path: ProfilePath): FieldKind {
  return PROFILE_FIELDS[path];
}

function oneOf(...values: readonly string[]): FieldKind {
  return { type: 'enum', values };
}

function listOf(...values: readonly string[]): FieldKind {
  return { type: 'enum-list', values };
}
