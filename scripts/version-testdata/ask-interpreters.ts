/**
 * Asks tools that come with an interpreter or are installed for it: Node's semver, Ruby, PHP and Composer (Debian's
 * php-composer-semver), Elixir, R, and Python with Conan and with a `packaging` before 22, the last that orders versions outside
 * PEP 440.
 */
import type { VersionTexts } from './choose-version-pairs.ts';
import { askByLines, askWith, LIBRARY_MISSING, type NativeSign } from './run-native-tool.ts';

const SEMVER = `
const { compare, valid } = require('semver');
const pairs = require('node:fs').readFileSync(0, 'utf8').trim().split('\\n').map((line) => line.split(' '));
for (const [a, b] of pairs) console.log(valid(a) && valid(b) ? compare(a, b) : '?');
`;

export const askSemver = askWith(process.execPath, '--eval', SEMVER);

const PACKAGING = `
import sys, warnings
warnings.simplefilter('ignore')
try:
  from packaging.version import parse, LegacyVersion
except ImportError:
  sys.exit(${LIBRARY_MISSING})
for line in sys.stdin:
  a, b = map(parse, line.split())
  print((a > b) - (a < b))
`;

export const askPackaging = askWith('python3', '-c', PACKAGING);

const CONAN = `
import sys
try:
  from conan.internal.model.version import Version
except ImportError:
  sys.exit(${LIBRARY_MISSING})
for line in sys.stdin:
  a, b = map(Version, line.split())
  print((a > b) - (a < b))
`;

export const askConan = askWith('python3', '-c', CONAN);

const RUBYGEMS = `
$stdin.each_line do |line|
  pair = line.split
  puts pair.all? { |text| Gem::Version.correct?(text) } ? Gem::Version.new(pair[0]) <=> Gem::Version.new(pair[1]) : '?'
end
`;

export const askRubygems = askWith('ruby', '-e', RUBYGEMS);

const PHP = `
foreach (explode("\\n", trim(stream_get_contents(STDIN))) as $line) echo version_compare(...explode(' ', $line)), "\\n";
`;

const SEPARATOR_AROUND = /^[^0-9A-Za-z]|[^0-9A-Za-z]$/;

/**
 * A trailing separator compares as older than itself, so that there is no order: 1.0- < 1.0-. Composer removes leading
 * separators.
 */
export function askPhp(pairs: readonly VersionTexts[]): NativeSign[] {
  const signs = askByLines(pairs, 'php', ['-r', PHP]);
  return signs.map((sign, at) => (pairs[at]?.some((text) => SEPARATOR_AROUND.test(text)) ? undefined : sign));
}

const COMPOSER = `
if (!@include 'Composer/Semver/autoload.php') exit(${LIBRARY_MISSING});
function normalize($text) {
  try {
    return (new Composer\\Semver\\VersionParser())->normalize($text);
  } catch (UnexpectedValueException $refusal) {
    return 'dev-';
  }
}
$isBranch = fn($version) => str_contains($version, 'dev-') || str_contains($version, '9999999-dev');
foreach (explode("\\n", trim(stream_get_contents(STDIN))) as $line) {
  $pair = array_map('normalize', explode(' ', $line));
  echo array_filter($pair, $isBranch) ? '?' : version_compare($pair[0], $pair[1]), "\\n";
}
`;

/** Versions that Composer rejects or takes for a branch are skipped. */
export const askComposer = askWith('php', '-r', COMPOSER);

const ELIXIR = `
for line <- IO.stream(:stdio, :line) do
  [a, b] = String.split(line)
  with {:ok, a} <- Version.parse(a), {:ok, b} <- Version.parse(b) do
    IO.puts(case Version.compare(a, b) do :lt -> -1; :eq -> 0; :gt -> 1 end)
  else
    _ -> IO.puts("?")
  end
end
`;

export const askElixir = askWith('elixir', '-e', ELIXIR);

const R = `
isVersion <- function(text) grepl("^[0-9]+([.-][0-9]+)*$", text)
pairs <- strsplit(readLines("stdin"), " ")
for (pair in pairs) cat(if (all(isVersion(pair))) compareVersion(pair[1], pair[2]) else "?", "\\n", sep = "")
`;

/** Uses `compareVersion`; the operators of `package_version` treat 1.0 and 1.0.0 as equal instead. */
export const askR = askWith('Rscript', '-e', R);
