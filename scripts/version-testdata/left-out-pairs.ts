/**
 * Pairs that a tool is not asked about, because advisories use a different meaning. Each is a deliberate choice with a reason;
 * `docs/reference/version-orders.md` lists them.
 */
import type { VersionTexts } from './choose-version-pairs.ts';

const REVISION = /-[0-9]+$/;

/**
 * Bitnami's tool takes every prerelease for a package revision, so that 2.6.0 < 2.6.0-rc1; its records contain prereleases of the
 * packaged software, which are not revisions. It also has 1.22.0 < 1.22.0-0; its records copy `introduced: 1.22.0-0` from Go,
 * which means the very first version.
 */
export function isMeantOtherwiseByBitnami(pair: VersionTexts): boolean {
  const [left, right] = pair.map(withoutBuild);
  if (left === undefined || right === undefined) return false;
  const isPrerelease = [left, right].some((text) => text.replace(REVISION, '').includes('-'));
  const isFirst = REVISION.test(left) !== REVISION.test(right) && (left.endsWith('-0') || right.endsWith('-0'));
  return isPrerelease || isFirst;
}

const MOMENT_ALONE = /[-.]20[0-9]{6,12}$/;

/** Advisories omit the commit of a pseudo-version; the remaining part is a number to Go, which would sort below all commits. */
export function isMeantOtherwiseByGo(pair: VersionTexts): boolean {
  return pair.some((text) => MOMENT_ALONE.test(withoutBuild(text)));
}

const RELEASE_OF_GO = /^go1\.([0-9]{1,4})(\.[0-9]+|(?:\.[0-9]+)?(?:alpha|beta|rc)[0-9]+)?(?:-|$)/;
const FIRST_WITH_PATCH = 21;

/**
 * Since Go 1.21 `go1.21` is not a release but the language version, older than all its releases; advisories use it for the first
 * release, where ranges start (`introduced: 1.25.0`). Go also orders names that never existed (`go1.8alpha`, `go12`).
 */
export function isNoReleaseOfGo(pair: VersionTexts): boolean {
  return pair.some((text) => {
    const [, minor, rest] = RELEASE_OF_GO.exec(text) ?? [];
    return minor === undefined || (rest === undefined && Number(minor) >= FIRST_WITH_PATCH);
  });
}

const CONAN_VERSION =
  /^[0-9][0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z][0-9A-Za-z-]*(?:\.[0-9A-Za-z][0-9A-Za-z-]*)*)?(?:\+[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?$/;
const ITEM_SEPARATOR = /[.+-]/;
const NUMBER_AND_LETTER = /^(0?)([0-9]+)[A-Za-z]/;
const NUMBER = /^[0-9]+/;

/**
 * Conan compares a number with a word as texts, which leads to cycles: 1.10 < 1.1t < 1.9 < 1.10. So it is not asked about a
 * number with letters next to a number of another length, nor about texts that Python happens to parse as a number (`1_0`, `-1`).
 */
export function isNoOrderOfConan(pair: VersionTexts): boolean {
  if (!pair.every((text) => CONAN_VERSION.test(text))) return true;
  const [left = [], right = []] = pair.map((text) => text.split(ITEM_SEPARATOR));
  return left.some((item, at) => isInCircle(item, right[at] ?? '') || isInCircle(right[at] ?? '', item));
}

function isInCircle(item: string, other: string): boolean {
  const [, zero = '', number] = NUMBER_AND_LETTER.exec(item) ?? [];
  const otherNumber = NUMBER.exec(other)?.[0];
  return number !== undefined && otherNumber !== undefined && (zero !== '' || number.length !== otherNumber.length);
}

function withoutBuild(text: string): string {
  return text.split('+', 1).join();
}
