/**
 * Fields of a security profile, as a closed list. Rules, the editor and the impact preview use this table, so that a new field is
 * one line. A field that is absent or `unknown` says nothing.
 */
import { LIMITS } from '../limits.ts';
import {
  ARCHITECTURES,
  AUTHENTICATIONS,
  CONFINEMENTS,
  DATA_CLASSES,
  EGRESS_POLICIES,
  ENVIRONMENTS,
  FLAGS,
  OPERATING_SYSTEMS,
  ORCHESTRATORS,
  REACHES,
  REQUIREMENTS,
  UNTRUSTED_INPUTS,
} from '../vocabulary/profile.ts';

/** Form of a value. Flags are `yes` and `no`, because profiles are written by people and `unknown` is always the third value. */
export type FieldKind =
  | { readonly type: 'enum'; readonly values: readonly string[] }
  /** Values without duplicates. `none`, if it is one of the values, excludes all others. */
  | { readonly type: 'enum-list'; readonly values: readonly string[] }
  | { readonly type: 'text'; readonly bytesMax: number }
  | { readonly type: 'text-list' }
  | { readonly type: 'object-list'; readonly members: Readonly<Record<string, MemberKind>> }
  /** `none`, or the location of the control and the date of its last check. */
  | { readonly type: 'control' };

export type MemberKind =
  | { readonly type: 'text'; readonly isRequired: boolean }
  | { readonly type: 'port' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

const FLAG = oneOf(FLAGS);
const REQUIREMENT = oneOf(REQUIREMENTS);
const SHORT_TEXT: FieldKind = { type: 'text', bytesMax: LIMITS.profileTextBytesMax };
const TEXTS: FieldKind = { type: 'text-list' };
const CONTROL: FieldKind = { type: 'control' };
const REQUIRED_TEXT: MemberKind = { type: 'text', isRequired: true };
const OPTIONAL_TEXT: MemberKind = { type: 'text', isRequired: false };
const FEATURES: FieldKind = {
  type: 'object-list',
  members: { purl: REQUIRED_TEXT, feature: REQUIRED_TEXT, note: OPTIONAL_TEXT },
};

/** Platforms use the names of Go, as everywhere in Assay. */
export const PROFILE_FIELDS = {
  'exposure.reach': oneOf(REACHES),
  'exposure.entryPoints': {
    type: 'object-list',
    members: {
      protocol: REQUIRED_TEXT,
      port: { type: 'port' },
      auth: { type: 'enum', values: AUTHENTICATIONS },
    },
  },
  'exposure.unauthenticatedSurface': FLAG,
  'input.acceptsUntrusted': listOf(UNTRUSTED_INPUTS),
  'input.userInteraction': FLAG,
  'runtime.os': oneOf(OPERATING_SYSTEMS),
  'runtime.distro': SHORT_TEXT,
  'runtime.arch': listOf(ARCHITECTURES),
  'runtime.languages': { type: 'object-list', members: { name: REQUIRED_TEXT, version: OPTIONAL_TEXT } },
  'runtime.containerized': FLAG,
  'runtime.orchestrator': oneOf(ORCHESTRATORS),
  'privilege.runsAsRoot': FLAG,
  'privilege.readOnlyRootFs': FLAG,
  'privilege.privilegedContainer': FLAG,
  'privilege.hostNetwork': FLAG,
  'privilege.hostPath': FLAG,
  'privilege.capabilities': TEXTS,
  'privilege.confinement': listOf(CONFINEMENTS),
  'privilege.shellAvailable': FLAG,
  'privilege.localUsers': FLAG,
  'network.egress': oneOf(EGRESS_POLICIES),
  'network.dnsOutbound': FLAG,
  'data.classification': oneOf(DATA_CLASSES),
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
  'ops.environment': oneOf(ENVIRONMENTS),
  'text.notes': { type: 'text', bytesMax: LIMITS.profileNotesBytesMax },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type ProfilePath = keyof typeof PROFILE_FIELDS;

export const PROFILE_PATHS = Object.keys(PROFILE_FIELDS).filter(isProfilePath);

export function isProfilePath(path: string): path is ProfilePath {
  return Object.hasOwn(PROFILE_FIELDS, path);
}

export function kindOf(path: ProfilePath): FieldKind {
  return PROFILE_FIELDS[path];
}

function oneOf(values: readonly string[]): FieldKind {
  return { type: 'enum', values };
}

function listOf(values: readonly string[]): FieldKind {
  return { type: 'enum-list', values };
}
