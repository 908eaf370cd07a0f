/**
 * Detects language runtimes and shells among the components of an image. Only system packages and programs count: an npm or PyPI
 * library with the name of a runtime is not one.
 */
import { compareText } from '../../text/compare-text.ts';

export interface NamedComponent {
  readonly purlType: string | null;
  readonly name: string;
  readonly version: string | null;
}

export interface Language {
  readonly name: string;
  readonly version?: string;
}

interface RuntimeComponents {
  /** Sorted, without duplicates. */
  readonly languages: readonly Language[];
  readonly hasShell: boolean;
}

const PROGRAM_TYPES: ReadonlySet<string> = new Set(['deb', 'apk', 'rpm', 'generic', 'bitnami']);
const SHELLS: ReadonlySet<string> = new Set([
  'bash',
  'dash',
  'busybox',
  'busybox-static',
  'busybox-binsh',
  'zsh',
  'ksh',
  'mksh',
  'toybox',
  'yash',
  'tcsh',
  'fish',
]);
const LANGUAGES: readonly (readonly [language: string, name: RegExp])[] = [
  ['node', /^(?:node|nodejs|nodejs-current)$/],
  [
    'java',
    /^(?:openjdk|java|temurin|corretto|jre|jdk)[0-9]{0,2}(?:-[0-9.]{1,8})?(?:-openjdk)?(?:-jre|-jdk)?(?:-headless|-base)?$/,
  ],
  ['python', /^(?:python|cpython|platform-python|python[23](?:\.?[0-9]{1,2})?(?:-minimal|-libs)?)$/],
  ['ruby', /^ruby(?:[0-9](?:\.[0-9])?)?$/],
  ['php', /^php(?:[0-9](?:\.?[0-9])?)?(?:-cli|-fpm)?$/],
  ['dotnet', /^(?:dotnet-runtime-[0-9.]{1,8}|dotnet[0-9]{1,2}-runtime|dotnet-runtime)$/],
  ['perl', /^perl(?:-base)?$/],
];

export function findRuntimeComponents(components: Iterable<NamedComponent>): RuntimeComponents {
  const languages: Language[] = [];
  let hasShell = false;
  for (const component of components) {
    if (isProgram(component) && SHELLS.has(component.name)) hasShell = true;
    const language = languageOf(component);
    if (language !== undefined) languages.push(language);
  }
  return { languages: uniqueLanguages(languages), hasShell };
}

/** Sorted by name and version. */
export function uniqueLanguages(languages: readonly Language[]): readonly Language[] {
  const byText = new Map(languages.map((language) => [`${language.name} ${language.version ?? ''}`, language]));
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, language]) => language);
}

function isProgram({ purlType }: NamedComponent): boolean {
  return purlType !== null && PROGRAM_TYPES.has(purlType);
}

function languageOf(component: NamedComponent): Language | undefined {
  const { name, version } = component;
  // Every Go program includes the standard library of the Go release that built it.
  if (component.purlType === 'golang') return name === 'stdlib' ? toLanguage('go', version) : undefined;
  if (!isProgram(component)) return undefined;
  const found = LANGUAGES.find(([, pattern]) => pattern.test(name));
  return found === undefined ? undefined : toLanguage(found[0], version);
}

const EPOCH = /^[0-9]{1,4}:/;
const GO_PREFIX = /^(?:go|v)/;

/** The version of the language itself, without the epoch and revision of the package. */
function toLanguage(name: string, version: string | null): Language {
  if (version === null || version === '') return { name };
  const [upstream = ''] = version.replace(EPOCH, '').replace(GO_PREFIX, '').split(/[-~+]/, 1);
  return upstream === '' ? { name } : { name, version: upstream };
}
