/** Names of packages that are upgraded together. */
import { formatCount } from '../format/counts.ts';

export const PACKAGES_NAMED_MAX = 2;

/** `libc6, libc-bin and 2 more` */
export function namePackages(names: readonly string[]): string {
  const more = names.length - PACKAGES_NAMED_MAX;
  return more > 0 ? `${names.slice(0, PACKAGES_NAMED_MAX).join(', ')} and ${formatCount(more)} more` : names.join(', ');
}
