/**
 * How distributions call packages of a language: `python3-yaml` for PyYAML, `libcommons-io-java` for commons-io. A name alone
 * proves nothing, so it may be read generously: whoever asks compares paths and versions as well.
 */
import { toAsciiLower } from '../../identity/ascii-case.ts';
import type { LanguageFamily, PackageIdentity } from '../../identity/package-identity.ts';

interface Naming {
  /** What distributions put around the name; the group is what is left. */
  readonly system: RegExp;
  /** What the language itself puts around it; more than one may be left. */
  readonly language: readonly RegExp[];
}

const WHOLE = /^(.+)$/;

const NAMINGS: ReadonlyMap<string, Naming> = new Map<LanguageFamily, Naming>([
  [
    'PyPI',
    {
      system: /^(?:(?:platform-)?python[0-9.]*|pypy[0-9.]*|py3)-(.+)$/,
      language: [WHOLE, /^python-(.+)$/, /^py(.+)$/, /^(.+)-python$/],
    },
  ],
  ['npm', { system: /^(?:node|nodejs)-(.+)$/, language: [WHOLE] }],
  // Artifacts of Apache Commons are called commons-io; with the name of the foundation in front only by Red Hat.
  ['Maven', { system: /^(?:lib(?=.+-java$)|apache-(?=commons-))(.+?)(?:-java)?$/, language: [/^[^:]*:(.+)$/] }],
  ['RubyGems', { system: /^(?:ruby[0-9.]*-rubygem|rubygem|ruby[0-9.]*)-(.+)$/, language: [WHOLE] }],
]);

/** Texts that are equal for a package of the language and the one that a distribution makes of it. None: nobody packages these. */
export function namesInLanguage({ family, name }: PackageIdentity): readonly string[] {
  const { language = [] } = NAMINGS.get(family) ?? {};
  return [...new Set(language.flatMap((pattern) => toCore(pattern.exec(name)?.[1])))];
}

export interface SystemName {
  readonly core: string;
  /** From the best to the least: the package is named after it; it has the very name; only its source is named after it. */
  readonly rank: number;
}

export function namesInSystem({ name, source }: PackageIdentity, family: LanguageFamily): readonly SystemName[] {
  const naming = NAMINGS.get(family);
  if (naming === undefined) return [];
  const [core] = toCore(naming.system.exec(name)?.[1]);
  // A program of that name is not made of the language because its source also makes a library for it.
  const ofSource = core === undefined || source === undefined ? [] : sourceNames(naming, source.name);
  return [
    ...(core === undefined ? [] : [{ core, rank: 0 }]),
    ...toCore(name).map((each) => ({ core: each, rank: 1 })),
    ...ofSource.map((each) => ({ core: each, rank: 2 })),
  ];
}

function sourceNames({ system }: Naming, source: string): readonly string[] {
  return [...toCore(system.exec(source)?.[1]), ...toCore(source)];
}

const SEPARATORS = /[-_./]+/g;
const AROUND = /^@|^-|-$/g;

/** `@babel/core` is `babel-core`, `zope.interface` is `zope-interface`. */
function toCore(name: string | undefined): readonly string[] {
  const core = name === undefined ? '' : toAsciiLower(name).replace(SEPARATORS, '-').replace(AROUND, '');
  return core === '' ? [] : [core];
}
