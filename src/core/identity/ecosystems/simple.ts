/**
 * Ecosystems that differ only in the syntax of names. If names are case-insensitive, case is folded in advisories and components
 * alike; otherwise a different case is a different package.
 */
import { toAsciiLower } from '../identifier-text.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason, LanguageFamily } from '../../vocabulary/package.ts';

interface SimpleEcosystem extends Pick<EcosystemRules, 'scheme' | 'purlTypes'> {
  readonly family: LanguageFamily;
  /** Whether names that differ only in case are the same. */
  readonly ignoresCase?: true;
  /** Whether a namespace is part of the name, or ignored because advisories do not use it; absent: not allowed. */
  readonly namespace?: 'part' | 'ignored';
  /** Matches the whole name, after folding. */
  readonly name: RegExp;
}

// Versions that are chosen at build time: `^1.0`, `>= 1.0`, `1.*`, `[1.0,2.0)`, `latest`.
const RANGE = /^(?:[~^<>*=[(]|latest$)|\*/;
const WORD = /^[A-Za-z0-9_.-]+$/;
const WORDS = /^[a-z0-9_.-]+(?:\/[a-z0-9_.-]+)?$/;

const TABLE: readonly SimpleEcosystem[] = [
  // https://doc.rust-lang.org/cargo/reference/registry-index.html#name-restrictions: unique ignoring case; `_` and `-` differ.
  { family: 'crates.io', scheme: 'semver', purlTypes: ['cargo'], ignoresCase: true, name: /^[a-z0-9_-]+$/ },
  // https://learn.microsoft.com/nuget/reference/nuspec#id
  { family: 'NuGet', scheme: 'nuget', purlTypes: ['nuget'], ignoresCase: true, name: /^[\p{L}\p{N}_.-]+$/u },
  // https://hex.pm/docs/publish; a namespace is the organization of a private repository.
  { family: 'Hex', scheme: 'semver', purlTypes: ['hex'], ignoresCase: true, namespace: 'part', name: WORDS },
  // https://docs.conan.io/2/reference/conanfile/attributes.html: user and channel identify the packager.
  { family: 'ConanCenter', scheme: 'conan', purlTypes: ['conan'], namespace: 'ignored', name: /^[A-Za-z0-9_.+-]+$/ },
  { family: 'Pub', scheme: 'pub', purlTypes: ['pub'], name: /^[A-Za-z0-9_]+$/ },
  { family: 'Julia', scheme: 'semver', purlTypes: ['julia'], name: WORD },
  { family: 'CRAN', scheme: 'cran', purlTypes: ['cran'], name: /^[A-Za-z0-9.]+$/ },
  { family: 'Bioconductor', scheme: 'cran', purlTypes: ['bioconductor'], name: /^[A-Za-z0-9.]+$/ },
  { family: 'Hackage', scheme: 'hackage', purlTypes: ['hackage'], name: /^[A-Za-z0-9-]+$/ },
  // The Haskell compiler has its own advisories; no purl names it.
  { family: 'GHC', scheme: 'hackage', purlTypes: [], name: /^[A-Za-z0-9-]+$/ },
];

export const simpleEcosystems: readonly EcosystemRules[] = TABLE.map(toRules);

function toRules({ ignoresCase, namespace: kind, name: shape, ...ids }: SimpleEcosystem): EcosystemRules {
  const normalizeName = (name: string): string => (ignoresCase ? toAsciiLower(name) : name);
  const read = ({ namespace, name, version }: PackageFacts): NamedVersion | CannotAssessReason => {
    if (kind === undefined && namespace !== undefined) return 'invalid-purl';
    const normalized = normalizeName(kind === 'part' && namespace !== undefined ? `${namespace}/${name}` : name);
    if (!shape.test(normalized)) return 'invalid-purl';
    if (version !== undefined && (RANGE.test(version) || version.includes('://'))) return 'floating-ref';
    return { name: normalized, version };
  };
  return { ...ids, normalizeName, read };
}
