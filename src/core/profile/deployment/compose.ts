/** Reads the services of a Compose file as containers. */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { toCapabilityName } from '../runtime/kernel-names.ts';
import { quoteLine } from '../runtime/runtime-warning.ts';
import {
  shown,
  toEntryPoints,
  toPlatformFields,
  toPort,
  toRootField,
  type DeployedContainer,
  type Port,
  type ShownFields,
  type ShownValue,
} from './deployment-facts.ts';
import type { YamlNode } from './yaml-document.ts';

export function readCompose(root: YamlNode): readonly DeployedContainer[] {
  const internal = new Set(
    (root.member('networks')?.members() ?? []).flatMap(([name, network]) =>
      network.member('internal')?.flag() === true ? [name] : [],
    ),
  );
  return (root.member('services')?.members() ?? []).map(([name, service]) => ({
    name: `service ${quoteLine(name)}`,
    image: service.member('image')?.text() ?? null,
    fields: readService(service, internal),
  }));
}

function readService(service: YamlNode, internal: ReadonlySet<string>): ShownFields {
  const user = service.member('user');
  return {
    'runtime.containerized': shown('yes', service, 'is a Compose service'),
    'runtime.orchestrator': shown('docker', service, 'is a Compose service'),
    ...(user !== undefined && toRootField(user.text() ?? '', user, `user: ${user.text() ?? ''}`)),
    'privilege.readOnlyRootFs': readFlag(service, 'read_only'),
    'privilege.privilegedContainer': readFlag(service, 'privileged'),
    'privilege.hostNetwork': readHostNetwork(service),
    'privilege.hostPath': readHostPath(service),
    ...readCapabilities(service),
    ...readPlatform(service),
    ...readNetwork(service, internal),
  };
}

function readFlag(service: YamlNode, name: string): ShownValue {
  const node = service.member(name);
  return shown(
    node?.flag() === true ? 'yes' : 'no',
    node ?? service,
    node === undefined ? `${name} is not set` : `${name}: ${node.text() ?? ''}`,
  );
}

function readHostNetwork(service: YamlNode): ShownValue {
  const mode = service.member('network_mode');
  return mode?.text() === 'host'
    ? shown('yes', mode, 'network_mode: host')
    : shown('no', mode ?? service, 'network_mode is not host');
}

/** A bind mount: a path, not the name of a volume. */
function readHostPath(service: YamlNode): ShownValue {
  const mount = (service.member('volumes')?.items() ?? []).find((each) => {
    const short = each.text();
    return short === undefined ? each.member('type')?.text() === 'bind' : BIND_MOUNT.test(short);
  });
  return mount === undefined
    ? shown('no', service, 'no bind mount')
    : shown('yes', mount, `mounts ${mount.text() ?? mount.member('source')?.text() ?? 'a path of the host'}`);
}

const BIND_MOUNT = /^[./~$]/;

function readCapabilities(service: YamlNode): ShownFields {
  const names = (list: string): readonly string[] =>
    (service.member(list)?.items() ?? []).flatMap((each) => each.text() ?? []).map(toCapabilityName);
  const [added, dropped] = [uniqueSorted(names('cap_add')), names('cap_drop')];
  const isComplete = dropped.includes('all') && !added.includes('all') && service.member('privileged')?.flag() !== true;
  if (added.length === 0 && !isComplete) return {};
  const place = service.member('cap_add') ?? service.member('cap_drop') ?? service;
  const text = `cap_drop ${dropped.join(', ') || 'none'}, cap_add ${added.join(', ') || 'none'}`;
  return { 'privilege.capabilities': { ...shown(added, place, text), complete: isComplete } };
}

function readPlatform(service: YamlNode): ShownFields {
  const node = service.member('platform');
  return node === undefined ? {} : toPlatformFields(node.text() ?? '', node);
}

/** A published port is reachable on every address of the host, unless the address is a loopback address. */
function readNetwork(service: YamlNode, internal: ReadonlySet<string>): ShownFields {
  const mode = service.member('network_mode');
  if (mode?.text() === 'none')
    return {
      'exposure.reach': shown('none', mode, 'network_mode: none'),
      'network.egress': shown('none', mode, 'network_mode: none'),
      'network.dnsOutbound': shown('no', mode, 'network_mode: none'),
    };
  const published = (service.member('ports')?.items() ?? []).map(readPort);
  const exposed = (service.member('expose')?.items() ?? []).map(readPort);
  const ports = [...published, ...exposed].flatMap(({ port }) => port ?? []);
  const open = published.find(({ isLocal }) => !isLocal) ?? published[0];
  const reach =
    open === undefined
      ? shown('internal', service, 'no published port')
      : shown(open.isLocal ? 'host-only' : 'internet', open, `ports: ${open.text}`);
  const networks = namesOf(service.member('networks'));
  const isClosed = networks.length > 0 && networks.every((name) => internal.has(name));
  return {
    ...(mode?.text() === 'host' ? {} : { 'exposure.reach': reach }),
    ...(ports.length > 0 && {
      'exposure.entryPoints': { ...shown(toEntryPoints(ports), open ?? service, 'ports'), complete: false },
    }),
    ...(isClosed && {
      'network.egress': shown('none', service.member('networks') ?? service, 'all networks are internal'),
    }),
  };
}

/** A list of names, or a map by name. */
function namesOf(node: YamlNode | undefined): readonly string[] {
  const items = (node?.items() ?? []).flatMap((each) => each.text() ?? []);
  return items.length > 0 ? items : (node?.members() ?? []).map(([name]) => name);
}

interface PublishedPort {
  readonly line: number;
  readonly text: string;
  readonly isLocal: boolean;
  /** Undefined: a range or a variable. */
  readonly port: Port | undefined;
}

const LOOPBACK = /^(?:127\.|localhost$|\[?::1\]?$)/;

/** `[[address:]published:]target[/protocol]`, or the long form. */
function readPort(node: YamlNode): PublishedPort {
  const short = node.text();
  if (short === undefined) {
    const address = node.member('host_ip')?.text() ?? '';
    const target = node.member('target')?.text() ?? '';
    const protocol = node.member('protocol')?.text() ?? 'tcp';
    const text = `${node.member('published')?.text() ?? ''}:${target}`;
    return { line: node.line, text, isLocal: LOOPBACK.test(address), port: toPort(protocol, target) };
  }
  const [mapping = '', protocol = 'tcp'] = short.split('/', 2);
  const end = mapping.lastIndexOf(':');
  const target = mapping.slice(end + 1);
  const front = end === -1 ? '' : mapping.slice(0, end);
  const address = front.includes(':') ? front.slice(0, front.lastIndexOf(':')) : '';
  return { line: node.line, text: quoteLine(short), isLocal: LOOPBACK.test(address), port: toPort(protocol, target) };
}
