/**
 * Tool-specific marks for components that are not needed at runtime. Most are a flag; some are groups, which count only if none
 * of the groups of a component is a runtime group.
 */
import type { Scope } from '../../inventory.ts';

/** `unsaid`: the property does not state it. `run`: the component is in a group that may run, whatever its other groups are. */
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

// A group with any other name may run: wrongly lowering its scope would hide a vulnerability.
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

/** From the closest to running. */
const STRONGEST_FIRST = ['build', 'development', 'test'] as const;

/** Undefined if the component may run, or if nothing is stated. */
export function combinePurposes(purposes: ReadonlySet<Purpose>): Scope | undefined {
  if (purposes.has('run')) return undefined;
  return STRONGEST_FIRST.find((purpose) => purposes.has(purpose));
}
