/**
 * Chooses the proxy for a call by the conventions of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Node makes the call itself, but
 * NO_PROXY is evaluated here, because Node does not support networks and matches `example.com` only exactly.
 * https://about.gitlab.com/blog/we-need-to-talk-no-proxy/
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { BlockList, isIP } from 'node:net';

export interface ProxySettings {
  /** Address of the proxy for http targets, with credentials if it needs them. */
  readonly http: string | undefined;
  readonly https: string | undefined;
  /** Entries of NO_PROXY. */
  readonly bypass: readonly string[];
}

/** Returns undefined if the target is called directly. */
export function findProxy(target: URL, settings: ProxySettings | undefined): URL | undefined {
  const proxy = target.protocol === 'https:' ? settings?.https : settings?.http;
  if (settings === undefined || proxy === undefined) return undefined;
  return settings.bypass.some((entry) => isBypassed(target, entry)) ? undefined : new URL(proxy);
}

/** Uses CONNECT for an https target, and the full URL in the request line for an http target. */
export function createProxyAgent(target: URL, proxy: URL): HttpAgent {
  return target.protocol === 'https:'
    ? new HttpsAgent({ proxyEnv: { HTTPS_PROXY: proxy.href } })
    : new HttpAgent({ proxyEnv: { HTTP_PROXY: proxy.href } });
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Entries are `*`, `host`, `.below.host`, `*.below.host`, an address or a network (`10.0.0.0/8`); all but the last two can have a
 * `:port`.
 */
function isBypassed(target: URL, entry: string): boolean {
  if (entry === '*') return true;
  const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (entry.includes('/')) return isInside(host, entry);
  const { name, port } = splitEntry(entry.toLowerCase());
  if (port !== undefined && port !== (target.port || DEFAULT_PORTS[target.protocol])) return false;
  if (isIP(host) !== 0) return isInside(host, `${name}/${isIP(name) === 6 ? 128 : 32}`);
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function splitEntry(entry: string): { readonly name: string; readonly port: string | undefined } {
  const bracket = entry.startsWith('[') ? entry.indexOf(']') : -1;
  const isBareIpv6 = bracket === -1 && entry.indexOf(':') !== entry.lastIndexOf(':');
  const colon = isBareIpv6 ? -1 : entry.indexOf(':', Math.max(bracket, 0));
  const host = colon === -1 ? entry : entry.slice(0, colon);
  const name = host.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  return { name, port: colon === -1 ? undefined : entry.slice(colon + 1) };
}

/** Returns false if the host is not an address, or the entry is not a network. */
function isInside(host: string, network: string): boolean {
  const [base = '', prefix = ''] = network.split('/');
  const family = isIP(base);
  if (family === 0 || isIP(host) !== family || !/^[0-9]{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (family === 6 ? 128 : 32)) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, Number(prefix), type);
  return list.check(host, type);
}
