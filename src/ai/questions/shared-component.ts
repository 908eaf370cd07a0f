/** The part of a component that is sent, if the mode shares customer data: name, version, scopes and distance from the root. */
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
