import { describe, expect, it } from 'vitest';
import { detectBuild, fromEnvironment } from './detect-build.ts';

const SHA = '9fceb02d0ae598e95dc970b74767f19372d61af8';

describe('fromEnvironment', () => {
  it.each([
    [
      'GitHub, push',
      {
        GITHUB_REF: 'refs/heads/feature/a',
        GITHUB_SHA: SHA,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'team/app',
      },
      { branch: 'feature/a', commit: SHA, origin: 'https://github.com/team/app' },
    ],
    ['GitHub, tag', { GITHUB_REF: 'refs/tags/v1.2.0', GITHUB_SHA: SHA }, { tag: 'v1.2.0', commit: SHA }],
    [
      'GitHub, pull request',
      { GITHUB_REF: 'refs/pull/7/merge', GITHUB_HEAD_REF: 'fix', GITHUB_SHA: SHA },
      { branch: 'fix', commit: SHA },
    ],
    [
      'GitLab',
      { CI_COMMIT_BRANCH: 'main', CI_COMMIT_SHA: SHA, CI_PROJECT_URL: 'https://gitlab.example.com/team/app' },
      { branch: 'main', commit: SHA, origin: 'https://gitlab.example.com/team/app' },
    ],
    [
      'Jenkins',
      { GIT_BRANCH: 'origin/main', GIT_COMMIT: SHA, GIT_URL: 'git@example.com:team/app.git' },
      { branch: 'main', commit: SHA, origin: 'git@example.com:team/app.git' },
    ],
    ['Azure, tag', { BUILD_SOURCEBRANCH: 'refs/tags/v2', BUILD_SOURCEVERSION: SHA }, { tag: 'v2', commit: SHA }],
    ['empty values', { GITHUB_REF: '', GITHUB_SHA: '' }, {}],
  ])('reads the variables of a build: %s', (_name, environment, build) => {
    expect(fromEnvironment(environment)).toEqual(build);
  });
});

describe('detectBuild', () => {
  const git = async (...parameters: string[]): Promise<string> => {
    const answers: Record<string, string> = {
      'rev-parse': SHA,
      'symbolic-ref': 'main',
      describe: '',
      config: 'ssh://git/app',
    };
    return await Promise.resolve(answers[parameters[0] ?? ''] ?? '');
  };

  it('asks git where no CI system answers', async () => {
    expect(await detectBuild({}, git)).toEqual({ commit: SHA, branch: 'main', origin: 'ssh://git/app' });
  });

  it('does not mix the commit of a CI system with another repository', async () => {
    expect(await detectBuild({ CI_COMMIT_SHA: 'a'.repeat(40) }, git)).toEqual({ commit: 'a'.repeat(40) });
  });

  it('finds nothing outside a repository', async () => {
    expect(await detectBuild({}, async () => await Promise.resolve(''))).toEqual({});
  });
});
