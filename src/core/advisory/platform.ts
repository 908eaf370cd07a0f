/**
 * Operating systems and architectures that a vulnerability or a component is limited to, in Go's names: `linux`, `windows`,
 * `darwin`; `amd64`, `arm64`, `386`. Other spellings are converted on input. An empty list means no limit, or unknown.
 */
import { compareText } from '../text/compare-text.ts';

export interface Platform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

export const ANY_PLATFORM: Platform = { os: [], arch: [] };

/** Removes duplicates; the result does not depend on the input order. */
export function distinctPlatforms(platforms: readonly Platform[]): readonly Platform[] {
  const byText = new Map(platforms.map((each) => [JSON.stringify([each.os, each.arch]), each]));
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, platform]) => platform);
}
