/**
 * How tools mark what is not there for running the software. Most say it with a flag, some with the groups that a component
 * belongs to, and it counts only if none of its groups is one that runs.
 */
import type { Scope } from '../../inventory.ts';

/** `unsaid`: the property says nothing about it. `run`: it belongs to a group that may run, whatever the others are. */
export type Purpose = Extract<Scope, 'build' | 'development' | 'test'> | 'run' | 'unsaid';

type ReadPurpose = (value: string) => Purpose;

function flag(purpose: Purpose): ReadPurpose {
  return (value) => (value === 'true' ? purpose : 'unsaid');
}

const GROUPS: ReadonlyMap<string, Purpose> = new Map([
  ...['dev', 'develop', 'development'].map((name) => [name, 'development'] as const),
  ...['test', 'tests', 'testing', 'testCompileClasspath', 'testRuntimeClasspath'].map(
    (name) => [name, 'test'] as const,
  ),
]);

// A group of any other name may be part of what runs: a mark that is taken for less hides a vulnerability.
function readGroup(value: string): Purpose {
  return GROUPS.get(value) ?? 'run';
}

export const PURPOSES: ReadonlyMap<string, ReadPurpose> = new Map([
  ['cdx:npm:package:development', flag('development')],
  ['cdx:composer:package:isDevRequirement', flag('development')],
  ['cdx:maven:package:test', flag('test')],
  ['cdx:pip:package:build-dependency', flag('build')],
  ['hermeto:pip:package:build-dependency', flag('build')],
  ['cachi2:pip:package:build-dependency', flag('build')],
  ['cdx:pipenv:category', readGroup],
  ['cdx:poetry:group', readGroup],
  ['cdx:pyproject:group', readGroup],
  ['cdx:maven:component_scope', readGroup],
  ['hermeto:maven:scope', readGroup],
  ['GradleProfileName', readGroup],
  ['gitlab:dependency_scanning:category', readGroup],
]);

/** From the one that is closest to running. */
const STRONGEST_FIRST = ['build', 'development', 'test'] as const;

/** Undefined when the component may run, or when nothing is said. */
export function combinePurposes(purposes: ReadonlySet<Purpose>): Scope | undefined {
  if (purposes.has('run')) return undefined;
  return STRONGEST_FIRST.find((purpose) => purposes.has(purpose));
}
