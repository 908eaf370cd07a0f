/** Fields that the specification of a Kubernetes pod and its containers shows. */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { ARCHITECTURES, OPERATING_SYSTEMS } from '../../vocabulary/profile.ts';
import { toCapabilityName } from '../runtime/kernel-names.ts';
import { quoteLine } from '../runtime/runtime-warning.ts';
import { shown, type ShownFields } from './deployment-facts.ts';
import type { YamlNode } from './yaml-document.ts';

export type Labels = Readonly<Record<string, string>>;

const YES_NO = (value: boolean): string => (value ? 'yes' : 'no');

export function readPodFields(node: YamlNode, spec: YamlNode | undefined): ShownFields {
  const hostNetwork = spec?.member('hostNetwork');
  const hostPath = (spec?.member('volumes')?.items() ?? []).find((volume) => volume.member('hostPath') !== undefined);
  const sandbox = spec?.member('runtimeClassName');
  const isSandbox = SANDBOXES.test(sandbox?.text() ?? '');
  return {
    'runtime.containerized': shown('yes', node, 'runs in a pod'),
    'runtime.orchestrator': shown('kubernetes', node, 'is a Kubernetes object'),
    ...readPlatform(spec),
    'privilege.hostNetwork': shown(
      YES_NO(hostNetwork?.flag() ?? false),
      hostNetwork ?? spec ?? node,
      hostNetwork === undefined ? 'hostNetwork is not set' : `hostNetwork: ${hostNetwork.text() ?? ''}`,
    ),
    'privilege.hostPath': shown(
      YES_NO(hostPath !== undefined),
      hostPath ?? spec ?? node,
      hostPath === undefined ? 'no hostPath volume' : `hostPath: ${hostPath.member('hostPath', 'path')?.text() ?? ''}`,
    ),
    ...(sandbox !== undefined &&
      isSandbox && {
        'controls.sandbox': shown(
          { scope: `runtimeClassName ${quoteLine(sandbox.text() ?? '')}` },
          sandbox,
          `runtimeClassName: ${sandbox.text() ?? ''}`,
        ),
      }),
  };
}

const SANDBOXES = /gvisor|runsc|kata/i;
const OS_LABELS = ['kubernetes.io/os', 'beta.kubernetes.io/os'];
const ARCH_LABELS = ['kubernetes.io/arch', 'beta.kubernetes.io/arch'];

/** Where the pods may be scheduled, if the specification demands it. */
function readPlatform(spec: YamlNode | undefined): ShownFields {
  const os = readDemanded(spec, OS_LABELS) ?? toDemand(spec?.member('os', 'name'));
  const arch = readDemanded(spec, ARCH_LABELS);
  const [system] = os?.values ?? [];
  const isOneSystem = os?.values.length === 1 && OPERATING_SYSTEMS.some((each) => each === system);
  const isKnownArch = arch?.values.every((value) => ARCHITECTURES.some((each) => each === value)) === true;
  return {
    ...(os !== undefined && isOneSystem && { 'runtime.os': shown(system, os.node, `${os.label}: ${system}`) }),
    ...(arch !== undefined &&
      isKnownArch && {
        'runtime.arch': {
          ...shown(uniqueSorted(arch.values), arch.node, `${arch.label}: ${arch.values.join(', ')}`),
          complete: true,
        },
      }),
  };
}

interface Demand {
  readonly label: string;
  readonly values: readonly string[];
  readonly node: YamlNode;
}

function toDemand(node: YamlNode | undefined): Demand | undefined {
  const value = node?.text();
  return node === undefined || value === undefined ? undefined : { label: 'os.name', values: [value], node };
}

/** By a node selector, or by a required affinity with one term: terms are alternatives. */
function readDemanded(spec: YamlNode | undefined, labels: readonly string[]): Demand | undefined {
  for (const label of labels) {
    const selected = spec?.member('nodeSelector')?.member(label);
    const value = selected?.text();
    if (selected !== undefined && value !== undefined) return { label, values: [value], node: selected };
  }
  const terms = spec
    ?.member('affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
    ?.items();
  if (terms?.length !== 1) return undefined;
  for (const expression of terms[0]?.member('matchExpressions')?.items() ?? []) {
    const label = expression.member('key')?.text() ?? '';
    if (!labels.includes(label) || expression.member('operator')?.text() !== 'In') continue;
    const values = (expression.member('values')?.items() ?? []).flatMap((each) => each.text() ?? []);
    if (values.length > 0) return { label, values, node: expression };
  }
  return undefined;
}

const ENVIRONMENT_LABELS = ['app.kubernetes.io/environment', 'environment', 'env'];
const ENVIRONMENT_NAMES: Readonly<Record<string, string>> = {
  prod: 'prod',
  production: 'prod',
  staging: 'staging',
  stage: 'staging',
  dev: 'dev',
  development: 'dev',
  ci: 'ci',
};

export function readEnvironment(node: YamlNode, namespace: string | null, labels: Labels): ShownFields {
  const named = ENVIRONMENT_LABELS.flatMap((label) => {
    const value = labels[label];
    return value === undefined ? [] : [{ value, text: `label ${label}: ${value}` }];
  });
  const [found] = [...named, ...(namespace === null ? [] : [{ value: namespace, text: `namespace: ${namespace}` }])];
  const environment =
    found !== undefined && Object.hasOwn(ENVIRONMENT_NAMES, found.value) ? ENVIRONMENT_NAMES[found.value] : undefined;
  return environment === undefined || found === undefined
    ? {}
    : { 'ops.environment': shown(environment, node.member('metadata') ?? node, found.text) };
}

/** Settings of a container take precedence over those of its pod. Init containers do not run while the service does. */
export function readContainer(container: YamlNode, spec: YamlNode | undefined): ShownFields {
  const setting = (...path: readonly string[]): YamlNode | undefined =>
    container.member('securityContext', ...path) ?? spec?.member('securityContext', ...path);
  const own = (name: string): YamlNode | undefined => container.member('securityContext', name);
  const readOnly = own('readOnlyRootFilesystem');
  const privileged = own('privileged');
  return {
    ...readUser(setting),
    'privilege.readOnlyRootFs': shown(
      YES_NO(readOnly?.flag() ?? false),
      readOnly ?? container,
      readOnly === undefined ? 'readOnlyRootFilesystem is not set' : `readOnlyRootFilesystem: ${readOnly.text() ?? ''}`,
    ),
    'privilege.privilegedContainer': shown(
      YES_NO(privileged?.flag() ?? false),
      privileged ?? container,
      privileged === undefined ? 'privileged is not set' : `privileged: ${privileged.text() ?? ''}`,
    ),
    ...readCapabilities(container),
    ...readConfinement(setting),
  };
}

/** Without a setting, the image decides. */
function readUser(setting: (name: string) => YamlNode | undefined): ShownFields {
  const user = setting('runAsUser');
  const nonRoot = setting('runAsNonRoot');
  if (user?.text() !== undefined)
    return { 'privilege.runsAsRoot': shown(YES_NO(user.text() === '0'), user, `runAsUser: ${user.text() ?? ''}`) };
  if (nonRoot?.flag() === true) return { 'privilege.runsAsRoot': shown('no', nonRoot, 'runAsNonRoot: true') };
  return {};
}

/** Complete only if all capabilities are dropped first: the default set depends on the container runtime. */
function readCapabilities(container: YamlNode): ShownFields {
  const capabilities = container.member('securityContext', 'capabilities');
  if (capabilities === undefined || container.member('securityContext', 'privileged')?.flag() === true) return {};
  const names = (list: string): readonly string[] =>
    (capabilities.member(list)?.items() ?? []).flatMap((each) => each.text() ?? []).map(toCapabilityName);
  const [added, dropped] = [uniqueSorted(names('add')), names('drop')];
  const isComplete = dropped.includes('all') && !added.includes('all');
  if (added.length === 0 && !isComplete) return {};
  const text = `capabilities: drop ${dropped.join(', ') || 'none'}, add ${added.join(', ') || 'none'}`;
  return { 'privilege.capabilities': { ...shown(added, capabilities, text), complete: isComplete } };
}

function readConfinement(setting: (...path: readonly string[]) => YamlNode | undefined): ShownFields {
  const found = (['seccomp', 'apparmor'] as const).flatMap((name) => {
    const type = setting(name === 'seccomp' ? 'seccompProfile' : 'appArmorProfile', 'type');
    return type?.text() === 'RuntimeDefault' || type?.text() === 'Localhost' ? [{ name, type }] : [];
  });
  const [first] = found;
  if (first === undefined) return {};
  const text = found.map(({ name, type }) => `${name} ${type.text() ?? ''}`).join(', ');
  return {
    'privilege.confinement': {
      ...shown(uniqueSorted(found.map(({ name }) => name)), first.type, text),
      complete: false,
    },
  };
}
