/** Detects which commit a build was made from: by the variables of the CI system, otherwise by git in the working folder. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BUILD_VARIABLES, type BuildEnvironment } from '../../config/client-environment.ts';

export interface Build {
  readonly branch?: string;
  readonly tag?: string;
  readonly commit?: string;
  readonly origin?: string;
}

type RunGit = (...parameters: string[]) => Promise<string>;

export async function detectBuild(environment: BuildEnvironment, git: RunGit = runGit): Promise<Build> {
  const ci = fromEnvironment(environment);
  // Outside a repository there is no commit, and nothing else to ask for.
  const head = await git('rev-parse', 'HEAD');
  const isHead = head !== '' && (ci.commit === undefined || ci.commit === head);
  return withoutEmpty({
    commit: ci.commit ?? head,
    // CI systems check out a commit without a branch, so git is asked only where they do not say it.
    branch:
      ci.branch ?? (isHead && ci.tag === undefined ? await git('symbolic-ref', '--quiet', '--short', 'HEAD') : ''),
    tag: ci.tag ?? (isHead ? await git('describe', '--tags', '--exact-match', 'HEAD') : ''),
    origin: ci.origin ?? (isHead ? await git('config', '--get', 'remote.origin.url') : ''),
  });
}

const BRANCH_PREFIX = /^(refs\/heads\/|origin\/)/;
const TAG_PREFIX = /^refs\/tags\//;

export function fromEnvironment(environment: BuildEnvironment): Build {
  const valuesOf = (names: readonly string[]): string[] => names.map((name) => environment[name] ?? '').filter(Boolean);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  // A full reference says what it is; a short one is what the name of the variable says.
  const [branch = ''] = valuesOf(BUILD_VARIABLES.branch)
    .map((value) => value.replace(BRANCH_PREFIX, ''))
    .filter((value) => !value.startsWith('refs/'));
  const [tag = ''] = valuesOf(BUILD_VARIABLES.tag)
    .map((value) => value.replace(TAG_PREFIX, ''))
    .filter((value) => !value.startsWith('refs/'));
  const [commit = ''] = valuesOf(BUILD_VARIABLES.commit);
  const [origin = server && repository ? `${server}/${repository}` : ''] = valuesOf(BUILD_VARIABLES.origin);
  return withoutEmpty({ branch, tag, commit, origin });
}

function withoutEmpty(build: Readonly<Record<keyof Build, string>>): Build {
  return Object.fromEntries(Object.entries(build).filter(([, value]) => value !== ''));
}

const GIT_TIMEOUT_MS = 5_000;

/** Returns '' if git is not installed, or does not know. */
async function runGit(...parameters: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', parameters, { timeout: GIT_TIMEOUT_MS });
    return stdout.trim();
  } catch {
    return '';
  }
}
