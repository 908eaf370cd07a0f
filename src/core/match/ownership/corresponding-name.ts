/**
 * Maps the names of language packages to those of OS packages: `python3-yaml` for PyYAML, `libcommons-io-java` for commons-io. A
 * name alone proves nothing, so the mapping is generous: the caller compares paths and versions as well.
 */
import { toAsciiLower } from '../../identity/identifier-text.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { LanguageFamily } from '../../vocabulary/package.ts';

interface Naming {
  /** Prefixes and suffixes that distributions add to the name; the capture group is the rest. */
  readonly system: RegExp;
  /** Prefixes and suffixes of the language itself; several of them may match. */
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
  // Apache Commons artifacts are named commons-io; only Red Hat puts the name of the foundation in front.
  ['Maven', { system: /^(?:lib(?=.+-java$)|apache-(?=commons-))(.+?)(?:-java)?$/, language: [/^[^:]*:(.+)$/] }],
  ['RubyGems', { system: /^(?:ruby[0-9.]*-rubygem|rubygem|ruby[0-9.]*)-(.+)$/, language: [WHOLE] }],
]);

/** Returns names that are equal for a language package and its OS package. Empty if distributions do not package the family. */
export function namesInLanguage({ family, name }: PackageIdentity): readonly string[] {
  const { language = [] } = NAMINGS.get(family) ?? {};
  return [...new Set(language.flatMap((pattern) => toCore(pattern.exec(name)?.[1])))];
}

export interface SystemName {
  readonly core: string;
  /** Lower is better: 0 if the package is named after it, 1 if it has the same name, 2 if only its source is named after it. */
  readonly rank: number;
}

export function namesInSystem({ name, source }: PackageIdentity, family: LanguageFamily): readonly SystemName[] {
  const naming = NAMINGS.get(family);
  if (naming === undefined) return [];
  const [core] = toCore(naming.system.exec(name)?.[1]);
  // A program of that name is not a language package only because its source also builds a library for the language.
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
