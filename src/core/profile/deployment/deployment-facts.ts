/**
 * Fields of a profile as a deployment document shows them for one container, and how those of several containers become one value.
 * A service is as exposed as its most exposed container: the less favorable value counts, and a value that one container does not
 * state is unknown unless another states the least favorable one.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { compareText } from '../../text/compare-text.ts';
import { ARCHITECTURES, EGRESS_POLICIES, OPERATING_SYSTEMS, REACHES } from '../../vocabulary/profile.ts';
import type { ProfilePath } from '../profile-fields.ts';
import { quoteLine } from '../runtime/runtime-warning.ts';
import { canonicalJson } from '../security-profile.ts';

/** A value and the place that shows it. */
export interface ShownValue {
  readonly value: unknown;
  /** For a list: values that are not listed are absent. */
  readonly complete?: boolean;
  /** For the evidence, such as `container web: runAsNonRoot: true`. */
  readonly text: string;
  readonly line: number;
  /** Name of the document; absent in the document itself. */
  readonly document?: string;
}

export type ShownFields = Readonly<Partial<Record<ProfilePath, ShownValue>>>;

export interface DeployedContainer {
  /** For display, such as `Deployment shop, container web`. */
  readonly name: string;
  readonly image: string | null;
  readonly fields: ShownFields;
}

/** Values from the least favorable on. */
const ORDERS: Partial<Record<ProfilePath, readonly string[]>> = {
  'exposure.reach': REACHES,
  'network.egress': EGRESS_POLICIES,
  'network.dnsOutbound': ['yes', 'no'],
  'privilege.runsAsRoot': ['yes', 'no'],
  'privilege.readOnlyRootFs': ['no', 'yes'],
  'privilege.privilegedContainer': ['yes', 'no'],
  'privilege.hostNetwork': ['yes', 'no'],
  'privilege.hostPath': ['yes', 'no'],
  'privilege.shellAvailable': ['yes', 'no'],
};

/** For lists of permissions: what is listed is granted. Lists of restrictions count only where every container has them. */
const GRANTS: readonly ProfilePath[] = [
  'exposure.entryPoints',
  'privilege.capabilities',
  'runtime.arch',
  'runtime.languages',
];

export function combineFields(all: readonly ShownFields[]): ShownFields {
  const combined: Partial<Record<ProfilePath, ShownValue>> = {};
  const paths = uniqueSorted(all.flatMap((fields) => Object.keys(fields))) as readonly ProfilePath[];
  for (const path of paths) {
    const value = combineValues(
      path,
      all.map((fields) => fields[path]),
    );
    if (value !== undefined) combined[path] = value;
  }
  return combined;
}

function combineValues(path: ProfilePath, values: readonly (ShownValue | undefined)[]): ShownValue | undefined {
  const known = values.filter((each) => each !== undefined).toSorted(compareShown);
  const isEverywhere = known.length === values.length;
  const order = ORDERS[path];
  if (order !== undefined) {
    const worst = known.toSorted((a, b) => order.indexOf(String(a.value)) - order.indexOf(String(b.value)))[0];
    return isEverywhere || worst?.value === order[0] ? worst : undefined;
  }
  const [first] = known;
  if (first === undefined) return undefined;
  if (GRANTS.includes(path)) {
    const items = new Map(known.flatMap(({ value }) => toItems(value)).map((item) => [canonicalJson(item), item]));
    const value = [...items].toSorted(([a], [b]) => compareText(a, b)).map(([, item]) => item);
    return { ...first, value, complete: isEverywhere && known.every(({ complete }) => complete === true) };
  }
  if (!isEverywhere) return undefined;
  return known.every(({ value }) => canonicalJson(value) === canonicalJson(first.value)) ? first : undefined;
}

function toItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** So that the evidence does not depend on the order of documents. */
function compareShown(a: ShownValue, b: ShownValue): number {
  return compareText(a.document ?? '', b.document ?? '') || a.line - b.line || compareText(a.text, b.text);
}

export function withDocument(fields: ShownFields, document: string): ShownFields {
  return Object.fromEntries(Object.entries(fields).map(([path, value]) => [path, { ...value, document }]));
}

/** The text is cut to one line for display. */
export function shown(value: unknown, { line }: { readonly line: number }, text: string): ShownValue {
  return { value, line, text: quoteLine(text) };
}

export interface Port {
  readonly protocol: string;
  readonly port: number;
}

const PORT_MAX = 65_535;
const PROTOCOLS = new Set(['tcp', 'udp', 'sctp']);

/** Undefined: a range, a variable, or not a port. */
export function toPort(protocol: string, text: string): Port | undefined {
  const port = Number(text);
  const isPort = text !== '' && Number.isInteger(port) && port > 0 && port <= PORT_MAX;
  return isPort && PROTOCOLS.has(protocol.toLowerCase()) ? { protocol: protocol.toLowerCase(), port } : undefined;
}

/** Authentication is never shown by these documents. */
export function toEntryPoints(ports: readonly Port[]): readonly object[] {
  return uniqueSorted(ports.map(({ protocol, port }) => `${protocol}/${port}`)).map((each) => {
    const [protocol = '', port = ''] = each.split('/', 2);
    return { protocol, port: Number(port), auth: 'unknown' };
  });
}

/** `os/arch` or `os/arch/variant`. */
export function toPlatformFields(platform: string, place: { readonly line: number }): ShownFields {
  const [os, arch] = platform.split('/', 2);
  return {
    ...(OPERATING_SYSTEMS.some((each) => each === os) && { 'runtime.os': shown(os, place, platform) }),
    ...(ARCHITECTURES.some((each) => each === arch) && {
      'runtime.arch': { ...shown([arch], place, platform), complete: true },
    }),
  };
}

/** `user` or `user:group`, by name or number. A variable may be any user. */
export function toRootField(user: string, place: { readonly line: number }, text: string): ShownFields {
  const [name = ''] = user.split(':', 1);
  if (name.includes('$')) return {};
  const isRoot = name === '' || name === 'root' || Number(name) === 0;
  return { 'privilege.runsAsRoot': shown(isRoot ? 'yes' : 'no', place, text) };
}
