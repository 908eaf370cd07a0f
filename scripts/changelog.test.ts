import { describe, expect, it } from 'vitest';
import { toReleasedChangelog } from './changelog.ts';

const TEXT = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-11-01\n\n- Old.\n';

describe('toReleasedChangelog', () => {
  it('moves the unreleased changes below the version and keeps older ones', () => {
    expect(toReleasedChangelog(TEXT, '0.2.0', '2026-11-18')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-18\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-11-01\n\n- Old.\n',
    );
  });

  it.each([
    ['nothing unreleased', '## [Unreleased]\n\n## [0.1.0]\n', '0.2.0', 'no unreleased changes'],
    ['a version that exists', TEXT, '0.1.0', 'already'],
    ['no section', '# Changelog\n', '0.2.0', 'has no section'],
  ])('rejects %s', (_, text, version, problem) => {
    expect(() => toReleasedChangelog(text, version, '2026-11-18')).toThrow(problem);
  });
});
