/**
 * The key by which failures are limited per address: an IPv4 address in its canonical form, or the /64 of an IPv6 address,
 * because a client with one address in a /64 usually has all of them.
 */
import { isIPv4, isIPv6 } from 'node:net';

export function toAddressKey(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const groups = toGroups(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return toIpv4(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of a valid IPv6 address. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const front = parseGroups(head);
  if (tail === undefined) return front;
  const back = parseGroups(tail);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
