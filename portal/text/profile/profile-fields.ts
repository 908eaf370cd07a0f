/** Fields of a security profile as the editor shows them: the closed list of the API with labels. A test compares both. */
import {
  ARCHITECTURES,
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
} from '../../../src/core/vocabulary/profile.ts';

export type FieldForm =
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'choices'; readonly values: readonly string[] }
  | { readonly type: 'text' }
  | { readonly type: 'long-text' }
  /** One per line. */
  | { readonly type: 'texts' }
  /** One per line, members separated by bars. */
  | { readonly type: 'objects'; readonly members: readonly string[] }
  /** `none`, or its scope and when it was last verified. */
  | { readonly type: 'control' };

export interface Field {
  readonly path: string;
  readonly label: string;
  readonly form: FieldForm;
  /** One of the twelve fields that make a profile complete. */
  readonly isCore?: boolean;
}

interface FieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
}

const FLAG: FieldForm = { type: 'choice', values: FLAGS };
const REQUIREMENT: FieldForm = { type: 'choice', values: REQUIREMENTS };
const FEATURES: FieldForm = { type: 'objects', members: ['purl', 'feature', 'note'] };
const TEXTS: FieldForm = { type: 'texts' };
const CONTROL: FieldForm = { type: 'control' };

function choice(values: readonly string[]): FieldForm {
  return { type: 'choice', values };
}

function choices(values: readonly string[]): FieldForm {
  return { type: 'choices', values };
}

export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Exposure',
    fields: [
      {
        path: 'exposure.reach',
        label: 'Reachable from',
        form: choice(REACHES),
        isCore: true,
      },
      { path: 'exposure.unauthenticatedSurface', label: 'Unauthenticated access', form: FLAG, isCore: true },
      {
        path: 'exposure.entryPoints',
        label: 'Entry points',
        form: { type: 'objects', members: ['protocol', 'port', 'auth'] },
      },
    ],
  },
  {
    title: 'Input',
    fields: [
      {
        path: 'input.acceptsUntrusted',
        label: 'Accepts untrusted input',
        form: choices(UNTRUSTED_INPUTS),
        isCore: true,
      },
      { path: 'input.userInteraction', label: 'Used in a browser', form: FLAG, isCore: true },
    ],
  },
  {
    title: 'Runtime',
    fields: [
      {
        path: 'runtime.os',
        label: 'Operating system',
        form: choice(OPERATING_SYSTEMS),
        isCore: true,
      },
      { path: 'runtime.distro', label: 'Distribution and release', form: { type: 'text' } },
      {
        path: 'runtime.arch',
        label: 'CPU architectures',
        form: choices(ARCHITECTURES),
        isCore: true,
      },
      {
        path: 'runtime.languages',
        label: 'Languages',
        form: { type: 'objects', members: ['name', 'version'] },
        isCore: true,
      },
      { path: 'runtime.containerized', label: 'Runs in a container', form: FLAG },
      {
        path: 'runtime.orchestrator',
        label: 'Orchestrator',
        form: choice(ORCHESTRATORS),
      },
    ],
  },
  {
    title: 'Privileges',
    fields: [
      { path: 'privilege.runsAsRoot', label: 'Runs as root', form: FLAG, isCore: true },
      { path: 'privilege.readOnlyRootFs', label: 'Read-only root filesystem', form: FLAG },
      { path: 'privilege.privilegedContainer', label: 'Privileged container', form: FLAG },
      { path: 'privilege.hostNetwork', label: 'Uses the network of the host', form: FLAG },
      { path: 'privilege.hostPath', label: 'Mounts paths of the host', form: FLAG },
      { path: 'privilege.capabilities', label: 'Capabilities', form: TEXTS },
      {
        path: 'privilege.confinement',
        label: 'Confinement',
        form: choices(CONFINEMENTS),
      },
      { path: 'privilege.shellAvailable', label: 'Shell available', form: FLAG },
      { path: 'privilege.localUsers', label: 'Untrusted local users', form: FLAG, isCore: true },
    ],
  },
  {
    title: 'Network',
    fields: [
      {
        path: 'network.egress',
        label: 'Outbound connections',
        form: choice(EGRESS_POLICIES),
        isCore: true,
      },
      { path: 'network.dnsOutbound', label: 'External DNS resolution', form: FLAG },
    ],
  },
  {
    title: 'Data',
    fields: [
      {
        path: 'data.classification',
        label: 'Data classification',
        form: choice(DATA_CLASSES),
        isCore: true,
      },
      { path: 'data.confidentialityReq', label: 'Confidentiality requirement', form: REQUIREMENT },
      { path: 'data.integrityReq', label: 'Integrity requirement', form: REQUIREMENT },
      { path: 'data.availabilityReq', label: 'Availability requirement', form: REQUIREMENT },
    ],
  },
  {
    title: 'Usage',
    fields: [
      { path: 'usage.featuresUsed', label: 'Features used', form: FEATURES },
      { path: 'usage.featuresNotUsed', label: 'Features not used', form: FEATURES },
      { path: 'usage.commandsUsed', label: 'Commands used', form: TEXTS },
      { path: 'usage.commandsNotUsed', label: 'Commands not used', form: TEXTS },
    ],
  },
  {
    title: 'Controls',
    fields: [
      { path: 'controls.waf', label: 'Web application firewall', form: CONTROL },
      { path: 'controls.authProxy', label: 'Authentication proxy', form: CONTROL },
      { path: 'controls.meshMtls', label: 'Service mesh mTLS', form: CONTROL },
      { path: 'controls.sandbox', label: 'Sandbox', form: CONTROL },
    ],
  },
  {
    title: 'Operations',
    fields: [
      {
        path: 'ops.environment',
        label: 'Environment',
        form: choice(ENVIRONMENTS),
        isCore: true,
      },
      { path: 'text.notes', label: 'Notes (not evidence)', form: { type: 'long-text' } },
    ],
  },
];

export const ALL_FIELDS: readonly Field[] = FIELD_GROUPS.flatMap(({ fields }) => fields);

/** A field unknown to this portal is shown by its path. */
export function labelOf(path: string): string {
  return ALL_FIELDS.find((field) => field.path === path)?.label ?? path;
}

export function isList({ type }: FieldForm): boolean {
  return type === 'choices' || type === 'texts' || type === 'objects';
}
