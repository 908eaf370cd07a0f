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
  /** One row of inputs per entry. */
  | { readonly type: 'objects'; readonly members: readonly string[] }
  /** `none`, or its scope and when it was last verified. */
  | { readonly type: 'control' };

export interface Field {
  readonly path: string;
  readonly label: string;
  readonly form: FieldForm;
  /** Asks for one of the values of a choice. */
  readonly question?: string;
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
        question: 'From where can the service be reached?',
        label: 'Reachable from',
        form: choice(REACHES),
      },
      {
        path: 'exposure.unauthenticatedSurface',
        question: 'Can it be used without signing in?',
        label: 'Unauthenticated access',
        form: FLAG,
      },
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
        question: 'Which kinds of input does it accept from untrusted sources?',
        label: 'Accepts untrusted input',
        form: choices(UNTRUSTED_INPUTS),
      },
      {
        path: 'input.userInteraction',
        question: 'Do users open it in a browser?',
        label: 'Used in a browser',
        form: FLAG,
      },
    ],
  },
  {
    title: 'Runtime',
    fields: [
      {
        path: 'runtime.os',
        question: 'Which operating system does it run on?',
        label: 'Operating system',
        form: choice(OPERATING_SYSTEMS),
      },
      { path: 'runtime.distro', label: 'Distribution and release', form: { type: 'text' } },
      {
        path: 'runtime.arch',
        question: 'Which CPU architectures does it run on?',
        label: 'CPU architectures',
        form: choices(ARCHITECTURES),
      },
      {
        path: 'runtime.languages',
        label: 'Languages',
        form: { type: 'objects', members: ['name', 'version'] },
      },
      {
        path: 'runtime.containerized',
        question: 'Does it run in a container?',
        label: 'Runs in a container',
        form: FLAG,
      },
      {
        path: 'runtime.orchestrator',
        question: 'Which orchestrator runs it?',
        label: 'Orchestrator',
        form: choice(ORCHESTRATORS),
      },
    ],
  },
  {
    title: 'Privileges',
    fields: [
      { path: 'privilege.runsAsRoot', question: 'Does it run as root?', label: 'Runs as root', form: FLAG },
      {
        path: 'privilege.readOnlyRootFs',
        question: 'Is its root filesystem read-only?',
        label: 'Read-only root filesystem',
        form: FLAG,
      },
      {
        path: 'privilege.privilegedContainer',
        question: 'Does it run in a privileged container?',
        label: 'Privileged container',
        form: FLAG,
      },
      {
        path: 'privilege.hostNetwork',
        question: 'Does it use the network of the host?',
        label: 'Uses the network of the host',
        form: FLAG,
      },
      {
        path: 'privilege.hostPath',
        question: 'Does it mount paths of the host?',
        label: 'Mounts paths of the host',
        form: FLAG,
      },
      { path: 'privilege.capabilities', label: 'Capabilities', form: TEXTS },
      {
        path: 'privilege.confinement',
        question: 'Which confinement is enforced?',
        label: 'Confinement',
        form: choices(CONFINEMENTS),
      },
      {
        path: 'privilege.shellAvailable',
        question: 'Is a shell available to it?',
        label: 'Shell available',
        form: FLAG,
      },
      {
        path: 'privilege.localUsers',
        question: 'Do untrusted users have accounts on its system?',
        label: 'Untrusted local users',
        form: FLAG,
      },
    ],
  },
  {
    title: 'Network',
    fields: [
      {
        path: 'network.egress',
        question: 'Which outbound connections can it open?',
        label: 'Outbound connections',
        form: choice(EGRESS_POLICIES),
      },
      {
        path: 'network.dnsOutbound',
        question: 'Can it resolve external DNS names?',
        label: 'External DNS resolution',
        form: FLAG,
      },
    ],
  },
  {
    title: 'Data',
    fields: [
      {
        path: 'data.classification',
        question: 'Which class of data does it handle?',
        label: 'Data classification',
        form: choice(DATA_CLASSES),
      },
      {
        path: 'data.confidentialityReq',
        question: 'How important is it that its data stays secret?',
        label: 'Confidentiality requirement',
        form: REQUIREMENT,
      },
      {
        path: 'data.integrityReq',
        question: 'How important is it that its data stays correct?',
        label: 'Integrity requirement',
        form: REQUIREMENT,
      },
      {
        path: 'data.availabilityReq',
        question: 'How important is it that it stays available?',
        label: 'Availability requirement',
        form: REQUIREMENT,
      },
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
      {
        path: 'controls.waf',
        question: 'Is it behind a web application firewall?',
        label: 'Web application firewall',
        form: CONTROL,
      },
      {
        path: 'controls.authProxy',
        question: 'Is it behind an authentication proxy?',
        label: 'Authentication proxy',
        form: CONTROL,
      },
      {
        path: 'controls.meshMtls',
        question: 'Does a service mesh require mTLS for it?',
        label: 'Service mesh mTLS',
        form: CONTROL,
      },
      { path: 'controls.sandbox', question: 'Does it run in a sandbox?', label: 'Sandbox', form: CONTROL },
    ],
  },
  {
    title: 'Operations',
    fields: [
      {
        path: 'ops.environment',
        question: 'Which environment is it?',
        label: 'Environment',
        form: choice(ENVIRONMENTS),
      },
      { path: 'text.notes', label: 'Notes (not evidence)', form: { type: 'long-text' } },
    ],
  },
];

export const ALL_FIELDS: readonly Field[] = FIELD_GROUPS.flatMap(({ fields }) => fields);

export function findField(path: string): Field | undefined {
  return ALL_FIELDS.find((field) => field.path === path);
}

/** A field unknown to this portal is shown by its path. */
export function labelOf(path: string): string {
  return findField(path)?.label ?? path;
}

export function isList({ type }: FieldForm): boolean {
  return type === 'choices' || type === 'texts' || type === 'objects';
}
