/**
 * The environment of client commands: the Assay to use, and the variables that CI systems set for a build: GitHub Actions, GitLab, Jenkins, Azure Pipelines, Bitbucket, CircleCI, Buildkite and
 * Woodpecker. The first one that is set counts; those of pull requests come before those of the merge commit.
 */
export const BUILD_VARIABLES = {
  branch: [
    'GITHUB_HEAD_REF',
    'CI_MERGE_REQUEST_SOURCE_BRANCH_NAME',
    'CHANGE_BRANCH',
    'SYSTEM_PULLREQUEST_SOURCEBRANCH',
    'CI_COMMIT_SOURCE_BRANCH',
    'GITHUB_REF',
    'CI_COMMIT_BRANCH',
    'BRANCH_NAME',
    'GIT_BRANCH',
    'BUILD_SOURCEBRANCH',
    'BITBUCKET_BRANCH',
    'CIRCLE_BRANCH',
    'BUILDKITE_BRANCH',
  ],
  tag: [
    'GITHUB_REF',
    'CI_COMMIT_TAG',
    'TAG_NAME',
    'BUILD_SOURCEBRANCH',
    'BITBUCKET_TAG',
    'CIRCLE_TAG',
    'BUILDKITE_TAG',
  ],
  commit: [
    'CI_COMMIT_SHA',
    'GITHUB_SHA',
    'GIT_COMMIT',
    'BUILD_SOURCEVERSION',
    'BITBUCKET_COMMIT',
    'CIRCLE_SHA1',
    'BUILDKITE_COMMIT',
  ],
  origin: [
    'CI_PROJECT_URL',
    'CI_REPO_URL',
    'GIT_URL',
    'BUILD_REPOSITORY_URI',
    'BITBUCKET_GIT_HTTP_ORIGIN',
    'CIRCLE_REPOSITORY_URL',
    'BUILDKITE_REPO',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** GitHub has no variable with the whole URL of the repository. */
const REPOSITORY_VARIABLES = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY'] as const;

/** The variables of the CI system, if the command runs in one. */
export function loadBuildEnvironment(): BuildEnvironment {
  const names = [...Object.values(BUILD_VARIABLES).flat(), ...REPOSITORY_VARIABLES];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

export interface ClientEnvironment {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly proxy: {
    readonly http: string | undefined;
    readonly https: string | undefined;
    readonly bypass: readonly string[];
  };
}

/**
 * The Assay that client commands use, and the proxy to reach it. Read apart from the other variables: their schemas would take most of
 * the time and memory of a client command.
 */
export function loadClientEnvironment(): ClientEnvironment {
  const read = (name: string): string | undefined => process.env[name] || undefined;
  const readProxy = (name: string): string | undefined => read(name) ?? read(name.toLowerCase());
  return {
    url: read('ASSAY_URL'),
    token: read('ASSAY_TOKEN'),
    proxy: {
      http: readProxy('HTTP_PROXY'),
      https: readProxy('HTTPS_PROXY'),
      bypass: (readProxy('NO_PROXY') ?? '').split(/[\s,]/).filter((entry) => entry !== ''),
    },
  };
}

export type BuildEnvironment = Readonly<Record<string, string | undefined>>;
