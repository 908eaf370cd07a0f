/** Fields of the containers in a set of Kubernetes objects: relates pods to the services, routes and policies that select them. */
import {
  toEntryPoints,
  withDocument,
  type DeployedContainer,
  type ShownFields,
  type ShownValue,
} from './deployment-facts.ts';
import type { Labels } from './kubernetes-pod.ts';
import type { KubernetesObject } from './kubernetes.ts';

type ObjectOf<Type extends KubernetesObject['type']> = Extract<KubernetesObject, { readonly type: Type }>;

/** An object with the name of its document. */
export type PlacedObject = KubernetesObject & { readonly document: string };

export function listPodContainers(objects: readonly PlacedObject[]): readonly DeployedContainer[] {
  return objects.flatMap((pod) => {
    if (pod.type !== 'pod') return [];
    const services = objects.filter(
      (each) => each.type === 'service' && isSelected(each.selector, pod) && isSameNamespace(each, pod),
    ) as readonly (ObjectOf<'service'> & PlacedObject)[];
    const outside = { ...toReach(pod, services, objects), ...toEgress(pod, objects), ...toPortFields(pod, services) };
    return pod.containers.map((container) => ({
      ...container,
      fields: { ...withDocument(container.fields, pod.document), ...outside },
    }));
  });
}

/** Objects without a namespace get one when they are applied, most likely the same. */
function isSameNamespace(a: { readonly namespace: string | null }, b: { readonly namespace: string | null }): boolean {
  return a.namespace === null || b.namespace === null || a.namespace === b.namespace;
}

/** An empty selector of a service selects nothing. */
function isSelected(selector: Labels, { labels }: { readonly labels: Labels }): boolean {
  const entries = Object.entries(selector);
  return entries.length > 0 && entries.every(([name, value]) => labels[name] === value);
}

/**
 * The widest reach. A pod with ports and no service stays unknown: the service may be in a document that was not sent. Without
 * ports and services nothing reaches it.
 */
function toReach(
  pod: ObjectOf<'pod'> & PlacedObject,
  services: readonly (ObjectOf<'service'> & PlacedObject)[],
  objects: readonly PlacedObject[],
): ShownFields {
  const routed = objects.flatMap((each): ShownValue[] => {
    if (each.type !== 'route') return [];
    const service = services.find(({ name, ...at }) => each.services.includes(name) && isSameNamespace(at, each));
    if (service === undefined) return [];
    const { line, document } = each;
    return [{ value: 'internet', text: `${each.text} routes to Service ${service.name}`, line, document }];
  });
  const [first] = [
    ...routed,
    ...services.filter(({ reach }) => reach.value === 'internet').map(toShownReach),
    ...pod.hostPorts.map((value) => ({ ...value, document: pod.document })),
    ...services.map(toShownReach),
  ];
  if (first !== undefined) return { 'exposure.reach': first };
  const isOnHost = pod.containers.some(({ fields }) => fields['privilege.hostNetwork']?.value === 'yes');
  if (pod.ports.length > 0 || isOnHost) return {};
  const line = pod.containers[0]?.fields['runtime.containerized']?.line ?? 1;
  return { 'exposure.reach': { value: 'none', text: 'no port and no Service', line, document: pod.document } };
}

function toShownReach({ reach, document }: ObjectOf<'service'> & PlacedObject): ShownValue {
  return { ...reach, document };
}

/** Policies add up: a connection is allowed if one of them allows it. Without a policy, all connections are allowed. */
function toEgress(pod: ObjectOf<'pod'> & PlacedObject, objects: readonly PlacedObject[]): ShownFields {
  const policies = objects.filter(
    (each) =>
      each.type === 'egress' &&
      each.selector !== null &&
      // A policy of another namespace restricts nothing here.
      each.namespace === pod.namespace &&
      Object.entries(each.selector).every(([name, value]) => pod.labels[name] === value),
  ) as readonly (ObjectOf<'egress'> & PlacedObject)[];
  const widest =
    policies.find(({ policy }) => policy === 'open') ??
    policies.find(({ policy }) => policy === 'allow-list') ??
    policies[0];
  if (widest === undefined) return {};
  const { line, document, policy } = widest;
  const text = `NetworkPolicy ${widest.name}`;
  const dns = policy === 'open' || policies.some(({ allowsDns }) => allowsDns) ? 'yes' : 'no';
  return {
    'network.egress': { value: policy, text, line, document },
    'network.dnsOutbound': { value: dns, text, line, document },
  };
}

function toPortFields(
  pod: ObjectOf<'pod'> & PlacedObject,
  services: readonly (ObjectOf<'service'> & PlacedObject)[],
): ShownFields {
  const [service] = services;
  const found = services.flatMap(({ ports }) => ports);
  const ports = found.length > 0 ? found : pod.ports;
  if (ports.length === 0) return {};
  const line = service?.reach.line ?? pod.containers[0]?.fields['runtime.containerized']?.line ?? 1;
  const document = service?.document ?? pod.document;
  return { 'exposure.entryPoints': { value: toEntryPoints(ports), text: 'ports', line, document, complete: false } };
}
