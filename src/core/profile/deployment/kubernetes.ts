/**
 * Reads rendered Kubernetes objects: pods of workloads, and what exposes or restricts them. Objects of one application are often
 * spread over documents, so relations between them are evaluated when all are known (`kubernetes-fields.ts`).
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { addWarning, quoteLine, type RuntimeWarning } from '../runtime/runtime-warning.ts';
import { shown, toPort, type DeployedContainer, type Port, type ShownValue } from './deployment-facts.ts';
import { readContainer, readEnvironment, readPodFields, type Labels } from './kubernetes-pod.ts';
import type { YamlNode } from './yaml-document.ts';

export type KubernetesObject =
  | {
      readonly type: 'pod';
      readonly namespace: string | null;
      readonly labels: Labels;
      readonly containers: readonly DeployedContainer[];
      /** Ports that containers name. */
      readonly ports: readonly Port[];
      readonly hostPorts: readonly ShownValue[];
    }
  | {
      readonly type: 'service';
      readonly namespace: string | null;
      readonly name: string;
      readonly selector: Labels;
      readonly ports: readonly Port[];
      readonly reach: ShownValue;
    }
  | {
      readonly type: 'route';
      readonly namespace: string | null;
      readonly services: readonly string[];
      readonly text: string;
      readonly line: number;
    }
  | {
      readonly type: 'egress';
      readonly namespace: string | null;
      /** Null: uses expressions, so it is not known which pods it selects. */
      readonly selector: Labels | null;
      readonly policy: 'open' | 'allow-list' | 'none';
      readonly allowsDns: boolean;
      readonly line: number;
      readonly name: string;
    };

/** Where each kind of workload keeps the specification of its pods. */
const WORKLOADS: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Objects without statements about how a service runs. */
const WITHOUT_FACTS = new Set([
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'Namespace',
  'Gateway',
]);

/** Kinds that are not read are listed as warnings. */
export function readKubernetes(nodes: readonly YamlNode[], warnings: RuntimeWarning[]): readonly KubernetesObject[] {
  return nodes.flatMap(itemsOf).flatMap((node) => readObject(node, warnings));
}

/** A `List` holds other objects. */
function itemsOf(node: YamlNode): readonly YamlNode[] {
  return node.member('kind')?.text()?.endsWith('List') === true ? (node.member('items')?.items() ?? []) : [node];
}

function readObject(node: YamlNode, warnings: RuntimeWarning[]): readonly KubernetesObject[] {
  const kind = node.member('kind')?.text() ?? '';
  const apiVersion = node.member('apiVersion')?.text() ?? '';
  const template = WORKLOADS[kind];
  if (Object.hasOwn(WORKLOADS, kind) && template !== undefined) return [readPod(node, kind, template)];
  if (kind === 'Service' && apiVersion === 'v1') return readService(node);
  if (kind === 'Ingress') return [toRoute(node, kind, readIngressServices(node))];
  if (kind === 'HTTPRoute' || kind === 'GRPCRoute' || kind === 'TLSRoute' || kind === 'TCPRoute')
    return [toRoute(node, kind, readRouteServices(node))];
  if (kind === 'NetworkPolicy') return readPolicy(node);
  if (!WITHOUT_FACTS.has(kind))
    addWarning(warnings, 'unread-kind', { line: node.line, text: quoteLine(`${apiVersion} ${kind}`) });
  return [];
}

function namespaceOf(node: YamlNode): string | null {
  return node.member('metadata', 'namespace')?.text() ?? null;
}

function nameOf(node: YamlNode): string {
  return quoteLine(node.member('metadata', 'name')?.text() ?? node.member('metadata', 'generateName')?.text() ?? '');
}

function labelsOf(node: YamlNode | undefined): Labels {
  return Object.fromEntries((node?.members() ?? []).map(([name, value]) => [name, value.text() ?? '']));
}

function readPod(node: YamlNode, kind: string, template: readonly string[]): KubernetesObject {
  const pod = template.length === 0 ? node : node.member(...template);
  const spec = pod?.member('spec');
  const labels = labelsOf(pod?.member('metadata', 'labels'));
  const shared = { ...readPodFields(node, spec), ...readEnvironment(node, namespaceOf(node), labels) };
  const containers = spec?.member('containers')?.items() ?? [];
  return {
    type: 'pod',
    namespace: namespaceOf(node),
    labels,
    containers: containers.map((container) => {
      const name = `${kind} ${nameOf(node)}, container ${quoteLine(container.member('name')?.text() ?? '')}`;
      const image = container.member('image')?.text() ?? null;
      return { name, image, fields: { ...shared, ...readContainer(container, spec) } };
    }),
    ports: containers.flatMap((container) => readPorts(container.member('ports'), 'containerPort')),
    hostPorts: containers.flatMap((container) =>
      (container.member('ports')?.items() ?? []).flatMap((port) => {
        const hostPort = port.member('hostPort');
        return hostPort === undefined ? [] : [shown('internet', hostPort, `hostPort: ${hostPort.text() ?? ''}`)];
      }),
    ),
  };
}

function readPorts(list: YamlNode | undefined, name: string): readonly Port[] {
  return (list?.items() ?? []).flatMap(
    (each) => toPort(each.member('protocol')?.text() ?? 'tcp', each.member(name)?.text() ?? '') ?? [],
  );
}

/** Annotations of the large clouds for a load balancer with a private address. */
const PRIVATE_BALANCERS: readonly (readonly [string, RegExp])[] = [
  ['service.beta.kubernetes.io/aws-load-balancer-internal', /^true$|^0\.0\.0\.0\/0$/],
  ['service.beta.kubernetes.io/aws-load-balancer-scheme', /^internal$/],
  ['service.beta.kubernetes.io/azure-load-balancer-internal', /^true$/],
  ['networking.gke.io/load-balancer-type', /^Internal$/i],
  ['cloud.google.com/load-balancer-type', /^Internal$/i],
];

function readService(node: YamlNode): readonly KubernetesObject[] {
  const type = node.member('spec', 'type')?.text() ?? 'ClusterIP';
  const name = nameOf(node);
  const annotations = node.member('metadata', 'annotations');
  const isPrivate = PRIVATE_BALANCERS.some(([key, value]) => value.test(annotations?.member(key)?.text() ?? ''));
  const externals = node.member('spec', 'externalIPs')?.items() ?? [];
  const isOpen = type === 'NodePort' || (type === 'LoadBalancer' && !isPrivate) || externals.length > 0;
  const place = node.member('spec', 'type') ?? node;
  return [
    {
      type: 'service',
      namespace: namespaceOf(node),
      name,
      selector: labelsOf(node.member('spec', 'selector')),
      ports: readPorts(node.member('spec', 'ports'), 'port'),
      reach: shown(isOpen ? 'internet' : 'internal', place, `Service ${name} of type ${type}`),
    },
  ];
}

function toRoute(node: YamlNode, kind: string, services: readonly string[]): KubernetesObject {
  return { type: 'route', namespace: namespaceOf(node), services, text: `${kind} ${nameOf(node)}`, line: node.line };
}

function readIngressServices(node: YamlNode): readonly string[] {
  const spec = node.member('spec');
  const rules = spec?.member('rules')?.items() ?? [];
  const backends = [
    spec?.member('defaultBackend'),
    spec?.member('backend'),
    ...rules.flatMap((rule) => (rule.member('http', 'paths')?.items() ?? []).map((path) => path.member('backend'))),
  ];
  return uniqueSorted(
    backends.flatMap((backend) => (backend?.member('service', 'name') ?? backend?.member('serviceName'))?.text() ?? []),
  );
}

function readRouteServices(node: YamlNode): readonly string[] {
  const rules = node.member('spec', 'rules')?.items() ?? [];
  return uniqueSorted(
    rules.flatMap((rule) =>
      (rule.member('backendRefs')?.items() ?? []).flatMap((backend) => backend.member('name')?.text() ?? []),
    ),
  );
}

/** Only rules for outgoing connections: what may come in does not say from where. */
function readPolicy(node: YamlNode): readonly KubernetesObject[] {
  const spec = node.member('spec');
  const types = (spec?.member('policyTypes')?.items() ?? []).flatMap((each) => each.text() ?? []);
  const egress = spec?.member('egress');
  if (types.length > 0 ? !types.includes('Egress') : egress === undefined) return [];
  const rules = egress?.items() ?? [];
  const isExpression = (spec?.member('podSelector', 'matchExpressions')?.items().length ?? 0) > 0;
  return [
    {
      type: 'egress',
      namespace: namespaceOf(node),
      selector: isExpression ? null : labelsOf(spec?.member('podSelector', 'matchLabels')),
      policy: policyOf(rules),
      allowsDns: rules.some(allowsDns),
      line: node.line,
      name: nameOf(node),
    },
  ];
}

function policyOf(rules: readonly YamlNode[]): 'open' | 'allow-list' | 'none' {
  if (rules.length === 0) return 'none';
  return rules.some(allowsAnyAddress) ? 'open' : 'allow-list';
}

const ANY_ADDRESS = new Set(['0.0.0.0/0', '::/0']);

/** A rule without peers allows every address. A list of ports does not limit where data can go. */
function allowsAnyAddress(rule: YamlNode): boolean {
  const peers = rule.member('to')?.items() ?? [];
  return peers.length === 0
    ? !isDnsOnly(rule)
    : peers.some((peer) => ANY_ADDRESS.has(peer.member('ipBlock', 'cidr')?.text() ?? ''));
}

const DNS_PORT = '53';

function portsOf(rule: YamlNode): readonly string[] {
  return (rule.member('ports')?.items() ?? []).map((port) => port.member('port')?.text() ?? '');
}

function isDnsOnly(rule: YamlNode): boolean {
  const ports = portsOf(rule);
  return ports.length > 0 && ports.every((port) => port === DNS_PORT);
}

function allowsDns(rule: YamlNode): boolean {
  const ports = portsOf(rule);
  return ports.length === 0 || ports.includes(DNS_PORT);
}
