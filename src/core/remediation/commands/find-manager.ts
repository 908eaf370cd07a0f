/** Which package manager is used, by the files in which a tool has found the packages. */
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

/** Of the paths of a component's locations; the first file of the list that is among them. Undefined: nobody can tell. */
export function findManager(paths: readonly string[]): Manager | undefined {
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  return FILES.find(([name]) => names.has(name))?.[1];
}
