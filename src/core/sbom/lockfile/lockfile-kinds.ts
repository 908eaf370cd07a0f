/** Recognizes lockfiles by their file name. Separate from the readers, so that a search in folders does not load them. */

/** Each kind with the command that writes its file, as a cure for an unreadable one. */
export const LOCKFILE_KINDS = {
  npm: 'npm install --package-lock-only',
  yarn: 'yarn install',
  pnpm: 'pnpm install --lockfile-only',
  bun: 'bun install --lockfile-only',
  requirements: 'pip freeze > requirements.txt',
  poetry: 'poetry lock',
  uv: 'uv lock',
  pipfile: 'pipenv lock',
  pdm: 'pdm lock',
  'go-mod': 'go mod tidy',
  'go-sum': 'go mod tidy',
  cargo: 'cargo generate-lockfile',
  gemfile: 'bundle lock',
  composer: 'composer update --lock',
  nuget: 'dotnet restore --use-lock-file',
  gradle: 'gradle dependencies --write-locks',
  mix: 'mix deps.get',
  pubspec: 'dart pub get',
} as const;
export type LockfileKind = keyof typeof LOCKFILE_KINDS;

const NAMES: ReadonlyMap<string, LockfileKind> = new Map([
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['yarn.lock', 'yarn'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['bun.lock', 'bun'],
  ['poetry.lock', 'poetry'],
  ['uv.lock', 'uv'],
  ['Pipfile.lock', 'pipfile'],
  ['pdm.lock', 'pdm'],
  ['go.mod', 'go-mod'],
  ['go.sum', 'go-sum'],
  ['Cargo.lock', 'cargo'],
  ['Gemfile.lock', 'gemfile'],
  ['gems.locked', 'gemfile'],
  ['composer.lock', 'composer'],
  ['packages.lock.json', 'nuget'],
  ['gradle.lockfile', 'gradle'],
  ['buildscript-gradle.lockfile', 'gradle'],
  ['mix.lock', 'mix'],
  ['pubspec.lock', 'pubspec'],
]);
// `requirements-dev.txt`, `requirements.prod.txt`, `dev-requirements.txt`.
const REQUIREMENTS = /^(?:requirements(?:[._-].*)?|.*[._-]requirements)\.txt$/i;

/** Takes a path or a file name. */
export function findLockfileKind(path: string): LockfileKind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return NAMES.get(name) ?? (REQUIREMENTS.test(name) ? 'requirements' : undefined);
}

/** Files that another file in the same folder replaces, with the reason why they are not read. */
const REPLACED: Readonly<Record<string, { readonly by: string; readonly reason: string }>> = {
  'go.sum': { by: 'go.mod', reason: 'go.mod lists the modules in use; go.sum also lists others' },
  'package-lock.json': { by: 'npm-shrinkwrap.json', reason: 'npm ignores it beside npm-shrinkwrap.json' },
};

/** Files that state dependencies without their versions, and the lockfiles that state the versions. */
const MANIFESTS: Readonly<Record<string, readonly string[]>> = {
  'package.json': ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
  'pyproject.toml': ['poetry.lock', 'uv.lock', 'pdm.lock'],
  Pipfile: ['Pipfile.lock'],
  'Cargo.toml': ['Cargo.lock'],
  Gemfile: ['Gemfile.lock'],
  'composer.json': ['composer.lock'],
  'mix.exs': ['mix.lock'],
  'pubspec.yaml': ['pubspec.lock'],
  'build.gradle': ['gradle.lockfile'],
  'build.gradle.kts': ['gradle.lockfile'],
};
const OTHERS: Readonly<Record<string, string>> = {
  'bun.lockb': 'it is binary. Run "bun install --save-text-lockfile --lockfile-only" to write bun.lock',
  'pom.xml': 'it is not a lockfile. Create an SBOM with the CycloneDX plugin for Maven',
};

export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

/**
 * Chooses the lockfiles among the files of one folder. `above` are those of the folders above: one of them may be that of a
 * workspace, so that a manifest in this folder needs none beside it.
 */
export function chooseLockfiles(
  names: readonly string[],
  above: ReadonlySet<string>,
): { readonly chosen: readonly string[]; readonly skipped: readonly SkippedFile[] } {
  const present = new Set(names);
  const chosen: string[] = [];
  const skipped: SkippedFile[] = [];
  for (const name of names) {
    const replaced = ownIn(REPLACED, name);
    const lockfiles = ownIn(MANIFESTS, name);
    const other = ownIn(OTHERS, name);
    if (replaced !== undefined && present.has(replaced.by)) skipped.push({ name, reason: replaced.reason });
    else if (findLockfileKind(name) !== undefined) chosen.push(name);
    else if (other !== undefined) skipped.push({ name, reason: other });
    else if (lockfiles !== undefined && !lockfiles.some((each) => present.has(each) || above.has(each)))
      skipped.push({ name, reason: `it states no installed versions, and there is no ${lockfiles.join(' or ')}` });
  }
  return { chosen, skipped };
}

function ownIn<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
