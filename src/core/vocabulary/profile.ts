/** Values of the fields of a security profile. Platforms use the names of Go. */

/** Flags are words, because profiles are written by people and `unknown` is always the third value. */
export const FLAGS = ['yes', 'no'] as const;

/** CVSS requirements of confidentiality, integrity and availability: high, medium, low. */
export const REQUIREMENTS = ['H', 'M', 'L'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** Widest first. */
export const REACHES = ['internet', 'partner', 'internal', 'host-only', 'none'] as const;

export const AUTHENTICATIONS = ['none', 'token', 'user', 'mtls', 'unknown'] as const;

export const UNTRUSTED_INPUTS = [
  'http-body',
  'file-upload',
  'archive',
  'image',
  'xml',
  'yaml',
  'template',
  'sql',
  'email',
  'none',
] as const;

/**
 * There is no value for other systems: it would equal no platform that it is compared with, and the difference would count as a
 * fact.
 */
export const OPERATING_SYSTEMS = [
  'linux',
  'windows',
  'darwin',
  'android',
  'ios',
  'freebsd',
  'openbsd',
  'netbsd',
  'dragonfly',
  'solaris',
  'illumos',
  'aix',
  'plan9',
] as const;

export const ARCHITECTURES = [
  'amd64',
  '386',
  'arm64',
  'arm',
  'ppc64le',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips',
  'mipsle',
  'mips64',
  'mips64le',
  'wasm',
] as const;

export const ORCHESTRATORS = ['kubernetes', 'nomad', 'ecs', 'docker', 'systemd', 'other', 'none'] as const;
export const CONFINEMENTS = ['apparmor', 'seccomp', 'selinux', 'none'] as const;
export const EGRESS_POLICIES = ['open', 'allow-list', 'none'] as const;

/** Least sensitive first. */
export const DATA_CLASSES = ['public', 'internal', 'confidential', 'restricted'] as const;

export const ENVIRONMENTS = ['prod', 'staging', 'dev', 'ci'] as const;

/** Where the value of a field comes from. */
export const FIELD_SOURCES = ['user', 'sbom', 'upload', 'imported', 'ai-suggested'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

/** Why a field counts: a document shows it, or a user has confirmed it. */
export const FIELD_BASES = ['fact', 'confirmed'] as const;
export type FieldBasis = (typeof FIELD_BASES)[number];

/** Documents about what the runtime of a service allows or was seen to do. */
const RUNTIME_KINDS = ['apparmor', 'seccomp', 'observed'] as const;
export type RuntimeKind = (typeof RUNTIME_KINDS)[number];

/** Documents that a service is deployed with. */
export const DEPLOYMENT_KINDS = ['kubernetes', 'compose', 'dockerfile', 'image-config'] as const;
export type DeploymentKind = (typeof DEPLOYMENT_KINDS)[number];

/** Documents of a security profile. */
export const DOCUMENT_KINDS = [...RUNTIME_KINDS, ...DEPLOYMENT_KINDS] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
