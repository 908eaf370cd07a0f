/**
 * The vulnerability needs a language runtime in certain versions, and the service has another version. The list has to be
 * complete, because there may be a second runtime.
 */
import { foldText } from '../text/clean-text.ts';
import { citeField, type Contradiction } from './contradiction.ts';
import { isOutsideRange } from './runtime-version-range.ts';

const PATH = 'runtime.languages';

export const otherRuntimeVersion: Contradiction = {
  type: 'language_runtime_version',
  path: PATH,
  effect: 'dismiss',
  justification: 'requires_environment',
  label: null,
  find: (value, { component, profile }) => {
    const field = profile.known(PATH);
    const { language, range } = parseLanguageRange(foldText(value ?? '').toLowerCase(), component.ecosystem);
    if (field?.complete !== true || !Array.isArray(field.value) || language === undefined) return undefined;
    const versions = field.value.map(toLanguage).filter(({ name }) => name === language);
    const isElsewhere = versions.every(({ version }) =>
      isOutsideRange(range, version, { isJava: language === 'java' }),
    );
    return versions.length > 0 && isElsewhere ? [citeField(profile, PATH)] : undefined;
  },
};

const RANGE_START = /[<>=0-9]/;

/** Parses `java <11`, or `<11` for a package whose language is known. */
export function parseLanguageRange(
  text: string,
  ecosystem: string | null,
): { readonly language: string | undefined; readonly range: string } {
  const start = text.search(RANGE_START);
  const word = start === -1 ? text : text.slice(0, start);
  const range = start === -1 ? '' : text.slice(start);
  const name = word.trim();
  return { language: name === '' ? LANGUAGE_BY_ECOSYSTEM.get(ecosystem ?? '') : NAMES.get(name), range };
}

const LANGUAGE_BY_ECOSYSTEM: ReadonlyMap<string, string> = new Map([
  ['npm', 'node'],
  ['PyPI', 'python'],
  ['Maven', 'java'],
  ['Go', 'go'],
  ['RubyGems', 'ruby'],
  ['NuGet', 'dotnet'],
  ['Packagist', 'php'],
  ['CPAN', 'perl'],
]);

/** Common names of each runtime. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    node: 'node',
    nodejs: 'node',
    'node.js': 'node',
    java: 'java',
    jdk: 'java',
    jre: 'java',
    openjdk: 'java',
    python: 'python',
    cpython: 'python',
    go: 'go',
    golang: 'go',
    ruby: 'ruby',
    php: 'php',
    perl: 'perl',
    dotnet: 'dotnet',
    '.net': 'dotnet',
    '.net core': 'dotnet',
  }),
);

/** An entry with an unknown name matches no runtime; one without a version may have any version. */
function toLanguage(entry: unknown): { readonly name: string | undefined; readonly version: string } {
  if (typeof entry !== 'object' || entry === null) return { name: undefined, version: '' };
  const { name, version } = entry as { readonly name?: unknown; readonly version?: unknown };
  return {
    name: typeof name === 'string' ? NAMES.get(name.trim().toLowerCase()) : undefined,
    version: typeof version === 'string' ? version : '',
  };
}
