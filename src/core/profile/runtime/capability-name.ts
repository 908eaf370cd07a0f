/** `CAP_NET_ADMIN`, `net_admin` and `NET_ADMIN` are the same capability. */
export function toCapabilityName(text: string): string {
  const lower = text.toLowerCase();
  return lower.startsWith('cap_') ? lower.slice('cap_'.length) : lower;
}
