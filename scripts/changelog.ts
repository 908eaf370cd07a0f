/** The changelog in the format of Keep a Changelog: changes collect below "Unreleased" until a release names them. */

const UNRELEASED = '## [Unreleased]';

/** Puts the unreleased changes below the version. Throws if there are none, or if the version is already there. */
export function toReleasedChangelog(text: string, version: string, date: string): string {
  const start = text.indexOf(UNRELEASED);
  if (start === -1) throw new Error(`The changelog has no section "${UNRELEASED}".`);
  if (text.includes(`## [${version}]`)) throw new Error(`The changelog has a section of ${version} already.`);
  const after = text.slice(start + UNRELEASED.length);
  const next = after.indexOf('\n## [');
  const changes = next === -1 ? after : after.slice(0, next);
  if (changes.trim() === '') throw new Error('The changelog has no unreleased changes.');
  return `${text.slice(0, start)}${UNRELEASED}\n\n## [${version}] - ${date}${after}`;
}
