/** The package manager of a component, and its spelling of the component's name. */
import type { Manager } from './command.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { parsePurl } from '../../identity/purl/purl.ts';

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

// Trivy names package types after the lock file.
const TYPES: ReadonlyMap<string, Manager> = new Map([
  ...(['pnpm', 'yarn', 'npm', 'poetry', 'pip', 'gradle'] as const).map((name): [string, Manager] => [name, name]),
  ['pom', 'maven'],
]);

/** Takes the paths of the files in which a tool found a component, and its types; undefined: unknown. */
export function findManager(paths: readonly string[], types: readonly string[] = []): Manager | undefined {
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const byFile = FILES.find(([name]) => names.has(name))?.[1];
  return byFile ?? types.map((type) => TYPES.get(type)).find((manager) => manager !== undefined);
}

/**
 * Advisories use a normalized name, which Go and NuGet do not accept; the purl of the component has the original spelling.
 * Returns the name of the purl if it normalizes to the same name, otherwise the name of the identity: for an npm alias, that is
 * the real name.
 */
export function spellName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>, purl: string | null): string {
  const parsed = purl === null ? undefined : parsePurl(purl).purl;
  const rules = rulesOf(family);
  if (parsed === undefined || rules === undefined) return name;
  const separator = family === 'Maven' ? ':' : '/';
  const parts = [parsed.namespace, parsed.name, family === 'Go' ? parsed.subpath : undefined];
  const spelled = parts.filter((part) => part !== undefined).join(separator);
  return rules.normalizeName(spelled) === name ? spelled : name;
}
