/** What of a component is sent, where anything of the customer is: its name, version, scopes and how far from the root it is. */
import type { FindingInput } from './finding-input.ts';
import { toName } from './shared-advisory.ts';

export function toSharedComponent({ subject, pathLength = null }: FindingInput): object {
  const { name, version } = subject.component;
  return {
    name: toName(name),
    version: version === null ? null : toName(version),
    scopes: [...new Set(subject.places.map(({ scope }) => scope))].toSorted(),
    pathLength,
  };
}
