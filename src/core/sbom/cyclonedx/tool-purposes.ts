/**
 * Tool-specific marks for components that are not needed at runtime. Most are a flag; some are groups, which count only if none
 * of the groups of a component is a runtime group.
 */
import type { ComponentScope } from '../../vocabulary/sbom.ts';

/** `unsaid`: the property does not state it. `run`: the component is in a group that may run, whatever its other groups are. */
export type Purpose = Extract<ComponentScope, 'build' | 'development' | 'test'> | 'run' | 'unsaid';

type ParsePurpose = (value: string) => Purpose;

function flag(purpose: Purpose): ParsePurpose {
  return (value) => (value === 'true' ? purpose : 'unsaid');
}

const GROUPS: ReadonlyMap<string, Purpose> = new Map([
  ...['dev', 'develop', 'development'].map((name) => [name, 'development'] as const),
  ...['test', 'tests', 'testing', 'testCompileClasspath', 'testRuntimeClasspath'].map(
    (name) => [name, 'test'] as const,
  ),
]);

// A group with any other name may run: wrongly lowering its scope would hide a vulnerability.
function parseGroup(value: string): Purpose {
  return GROUPS.get(value) ?? 'run';
}

export const PURPOSES: ReadonlyMap<string, ParsePurpose> = new Map([
  ['cdx:npm:package:development', flag('development')],
  ['cdx:composer:package:isDevRequirement', flag('development')],
  ['cdx:maven:package:test', flag('test')],
  ['cdx:pip:package:build-dependency', flag('build')],
  ['hermeto:pip:package:build-dependency', flag('build')],
  ['cachi2:pip:package:build-dependency', flag('build')],
  ['cdx:pipenv:category', parseGroup],
  ['cdx:poetry:group', parseGroup],
  ['cdx:pyproject:group', parseGroup],
  ['cdx:maven:component_scope', parseGroup],
  ['hermeto:maven:scope', parseGroup],
  ['GradleProfileName', parseGroup],
  ['gitlab:dependency_scanning:category', parseGroup],
]);

/** From the closest to running. */
const STRONGEST_FIRST = ['build', 'development', 'test'] as const;

/** Undefined if the component may run, or if nothing is stated. */
export function combinePurposes(purposes: ReadonlySet<Purpose>): ComponentScope | undefined {
  if (purposes.has('run')) return undefined;
  return STRONGEST_FIRST.find((purpose) => purposes.has(purpose));
}
