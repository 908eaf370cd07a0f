/**
 * Describes the client of a session to its user: the browser and operating system, as far as the User-Agent header tells them.
 */

/** The first match wins, because browsers also name other browsers in the header for compatibility. */
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

/** Returns, for example, `Firefox on Linux`. The header itself is not stored. */
export function describeClient(userAgent: string | undefined): string {
  const browser = find(BROWSERS, userAgent) ?? 'Unknown program';
  const system = find(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function find(names: readonly (readonly [string, string])[], userAgent = ''): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1];
}
