/**
 * What a vulnerability or a component is limited to, in the words of Go: `linux`, `windows`, `darwin`; `amd64`, `arm64`, `386`.
 * Other spellings are turned into these where they are read. An empty list is no limit, or not known.
 */
export interface Platform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

export const ANY_PLATFORM: Platform = { os: [], arch: [] };
