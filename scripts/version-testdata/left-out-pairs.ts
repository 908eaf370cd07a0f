/**
 * Pairs about which a tool is not asked, because advisories mean something else than it says. Each is a choice of ours, with its
 * reason; `docs/matching.md` lists them.
 */
import type { VersionTexts } from './choose-version-pairs.ts';

const REVISION = /-[0-9]+$/;

/**
 * Bitnami's tool takes every prerelease for a count of packages, so that 2.6.0 < 2.6.0-rc1; its records hold prereleases of what
 * is packaged, which are none. It also has 1.22.0 < 1.22.0-0; its records copy `introduced: 1.22.0-0` from Go, which means the
 * first of all.
 */
export function isMeantOtherwiseByBitnami(pair: VersionTexts): boolean {
  const [left, right] = pair.map(withoutBuild);
  if (left === undefined || right === undefined) return false;
  const isPrerelease = [left, right].some((text) => text.replace(REVISION, '').includes('-'));
  const isFirst = REVISION.test(left) !== REVISION.test(right) && (left.endsWith('-0') || right.endsWith('-0'));
  return isPrerelease || isFirst;
}

const MOMENT_ALONE = /[-.]20[0-9]{6,12}$/;

/** Advisories leave out the commit of a pseudo-version; what remains is a number to Go, which would be below all commits. */
export function isMeantOtherwiseByGo(pair: VersionTexts): boolean {
  return pair.some((text) => MOMENT_ALONE.test(withoutBuild(text)));
}

const RELEASE_OF_GO = /^go1\.([0-9]{1,4})(\.[0-9]+|(?:\.[0-9]+)?(?:alpha|beta|rc)[0-9]+)?(?:-|$)/;
const FIRST_WITH_PATCH = 21;

/**
 * Since Go 1.21 `go1.21` is no release but the language, older than all that speak it; who writes it means the first release,
 * where ranges begin (`introduced: 1.25.0`). Go also orders what was never called so (`go1.8alpha`, `go12`).
 */
export function isNoReleaseOfGo(pair: VersionTexts): boolean {
  return pair.some((text) => {
    const [, minor, rest] = RELEASE_OF_GO.exec(text) ?? [];
    return minor === undefined || (rest === undefined && Number(minor) >= FIRST_WITH_PATCH);
  });
}

function withoutBuild(text: string): string {
  return text.split('+', 1).join();
}
