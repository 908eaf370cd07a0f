/** Asks the package managers of distributions: dpkg, rpm and apk. */
import type { VersionTexts } from './choose-version-pairs.ts';
import { askWith, LIBRARY_MISSING, runTool, type NativeSign } from './run-native-tool.ts';

// It warns about invalid versions, but still orders them. That it accepts a sign before the epoch is an accident.
const DPKG = `
command -v dpkg > /dev/null || exit ${LIBRARY_MISSING}
while read -r a b; do
  case "$a $b" in +* | *' +'*) echo '?'; continue ;; esac
  if ! dpkg --validate-version "$a" || ! dpkg --validate-version "$b"; then echo '?'
  elif dpkg --compare-versions "$a" lt "$b"; then echo -1
  elif dpkg --compare-versions "$a" eq "$b"; then echo 0
  else echo 1
  fi
done
`;

export const askDpkg = askWith('sh', '-c', DPKG);

/**
 * Valid package versions, with a digit; rpm itself also orders words, and skips any other character, so that `1.0,2` would be
 * 1.0.2.
 */
const RPM_VERSION = /^(?:[0-9]+:)?[A-Za-z._+~^]*[0-9][A-Za-z0-9._+~^]*(?:-[A-Za-z0-9._+~^]+)?$/;

/** Uses the Lua in rpm's macros, which can compare versions. */
export function askRpm(pairs: readonly VersionTexts[]): NativeSign[] {
  return chunksOf(pairs, PAIRS_PER_CALL).flatMap((chunk) => {
    const program = chunk.map((pair) => `print(rpm.vercmp(${pair.map((text) => JSON.stringify(text)).join()}) .. ' ')`);
    const signs = runTool('rpm', ['--eval', `%{lua: ${program.join('\n')}}`])
      .trim()
      .split(' ')
      .map(Number);
    return chunk.map((pair, at) => (pair.every((text) => RPM_VERSION.test(text)) ? signs[at] : undefined));
  });
}

// A single argument cannot be longer than 128 KiB.
const PAIRS_PER_CALL = 250;

function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

// It also orders malformed versions, many of them as equal.
const APK = `
command -v apk > /dev/null || exit ${LIBRARY_MISSING}
while read -r a b; do
  if apk version --check "$a" "$b" > /dev/null; then apk version -t "$a" "$b"; else echo '?'; fi
done | sed 's/</-1/; s/=/0/; s/>/1/'
`;

export const askApk = askWith('sh', '-c', APK);
