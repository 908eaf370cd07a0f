/** Determines the package manager from the files in which a tool found the packages, or from their types. */
import type { Manager } from './command.ts';

const FILES: readonly (readonly [ending: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['poetry.lock', 'poetry'],
  ['requirements.txt', 'pip'],
  ['pom.xml', 'maven'],
  ['gradle.lockfile', 'gradle'],
  ['build.gradle', 'gradle'],
  ['build.gradle.kts', 'gradle'],
];

/** Trivy names package types after the lock file. */
const TYPES: ReadonlyMap<string, Manager> = new Map([
  ...(['pnpm', 'yarn', 'npm', 'poetry', 'pip', 'gradle'] as const).map((name): [string, Manager] => [name, name]),
  ['pom', 'maven'],
]);

/** Takes the paths of the locations of a component, and its types; returns the first known manager. Undefined: unknown. */
export function findManager(paths: readonly string[], types: readonly string[] = []): Manager | undefined {
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const byFile = FILES.find(([name]) => names.has(name))?.[1];
  return byFile ?? types.map((type) => TYPES.get(type)).find((manager) => manager !== undefined);
}
