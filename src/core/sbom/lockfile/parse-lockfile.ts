/**
 * ENTRY. Converts the text of a lockfile to an inventory, as `parseSbom` does for an SBOM. A file that does not follow its format is
 * refused as a whole with the command that writes it again: unlike an SBOM, it has one author, and half of it would be misleading.
 */
import { LOCKFILE_INVALID } from '../errors.ts';
import type { Inventory } from '../inventory.ts';
import { readBunLock } from './bun-lock.ts';
import { readCargoLock } from './cargo-lock.ts';
import { readGemfileLock } from './gemfile-lock.ts';
import { readGoMod, readGoSum } from './go-modules.ts';
import { LockfileDraft } from './lockfile-draft.ts';
import { LOCKFILE_KINDS, type LockfileKind } from './lockfile-kinds.ts';
import { readNpmLock } from './npm-lock.ts';
import { readComposerLock, readGradleLock, readMixLock, readNugetLock, readPubspecLock } from './other-locks.ts';
import { readPnpmLock } from './pnpm-lock.ts';
import { readPdmLock, readPipfileLock, readPoetryLock, readUvLock } from './python-locks.ts';
import { readRequirements } from './requirements.ts';
import { LockfileProblem } from './structured-text.ts';
import { readYarnLock } from './yarn-lock.ts';

interface Reader {
  readonly purlType: string;
  readonly read: (text: string, draft: LockfileDraft) => void;
}

const READERS: Readonly<Record<LockfileKind, Reader>> = {
  npm: { purlType: 'npm', read: readNpmLock },
  yarn: { purlType: 'npm', read: readYarnLock },
  pnpm: { purlType: 'npm', read: readPnpmLock },
  bun: { purlType: 'npm', read: readBunLock },
  requirements: { purlType: 'pypi', read: readRequirements },
  poetry: { purlType: 'pypi', read: readPoetryLock },
  uv: { purlType: 'pypi', read: readUvLock },
  pipfile: { purlType: 'pypi', read: readPipfileLock },
  pdm: { purlType: 'pypi', read: readPdmLock },
  'go-mod': { purlType: 'golang', read: readGoMod },
  'go-sum': { purlType: 'golang', read: readGoSum },
  cargo: { purlType: 'cargo', read: readCargoLock },
  gemfile: { purlType: 'gem', read: readGemfileLock },
  composer: { purlType: 'composer', read: readComposerLock },
  nuget: { purlType: 'nuget', read: readNugetLock },
  gradle: { purlType: 'maven', read: readGradleLock },
  mix: { purlType: 'hex', read: readMixLock },
  pubspec: { purlType: 'pub', read: readPubspecLock },
};

/** The size in bytes is limited by the caller. */
export function parseLockfile(text: string, kind: LockfileKind): Inventory {
  const { purlType, read } = READERS[kind];
  const draft = new LockfileDraft(purlType, kind);
  try {
    read(text, draft);
  } catch (error) {
    if (!(error instanceof LockfileProblem)) throw error;
    throw LOCKFILE_INVALID({ problem: error.message, command: LOCKFILE_KINDS[kind] }, { cause: error });
  }
  return draft.toInventory();
}
