/** What somebody is shown of their own sessions: which browser on which system, as far as it can be told from its header. */

/** The first that matches names it: browsers name those whose pages they want to get as well. */
const BROWSERS: readonly (readonly [string, string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['HeadlessChrome/', 'Headless Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
];

const SYSTEMS: readonly (readonly [string, string])[] = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/** For example `Firefox on Linux`. The header itself is kept nowhere. */
export function describeClient(userAgent: string | undefined): string {
  const browser = find(BROWSERS, userAgent) ?? 'Unknown program';
  const system = find(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function find(names: readonly (readonly [string, string])[], userAgent = ''): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1];
}
