/**
 * What a vulnerability or a component is limited to, in the words of Go: `linux`, `windows`, `darwin`; `amd64`, `arm64`, `386`.
 * Other spellings are turned into these where they are read. An empty list is no limit, or not known.
 */
export interface Platform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

export const ANY_PLATFORM: Platform = { os: [], arch: [] };

/** Each once, in an order that does not depend on theirs. */
export function distinctPlatforms(platforms: readonly Platform[]): readonly Platform[] {
  const byText = new Map(platforms.map((each) => [JSON.stringify([each.os, each.arch]), each]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, platform]) => platform);
}
