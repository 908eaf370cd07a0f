/**
 * Conditions of a vulnerability that no fact decides but a person can: each is a question, or several of which one must be
 * answered with yes. They come from structured fields of advisories, from their code (Go packages, Rust functions), from the
 * platform that a text names, and from the purpose of the package.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { metricsOf } from '../../advisory/severity/cvss-metrics.ts';
import { shortenName, type Evidence } from '../opinions/opinion.ts';
import { platformAt, toPlatformNames, withProfilePlatform } from '../subject/known-platform.ts';
import type { ComponentPlace, Subject } from '../subject/subject.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import type { VexJustification } from '../../vocabulary/vex.ts';
import { findPurpose } from './known-purposes.ts';
import type { Question } from './question.ts';

export interface Condition {
  /** The vulnerability needs at least one of these. Never empty. */
  readonly alternatives: readonly Question[];
  /** What follows if none of them is true. */
  readonly effect: 'dismiss' | 'deprioritize';
  readonly justification: VexJustification | null;
  /** Where the condition comes from. */
  readonly evidence: Evidence;
}

/** In a fixed order. */
export function listConditions(subject: Subject): readonly Condition[] {
  if (subject.match.class === 'malicious') return [];
  return [
    findPlatform(subject),
    findNamedCode(subject),
    findPurposeCondition(subject),
    findXmlWeakness(subject),
    findLocalUser(subject),
  ].filter((condition) => condition !== undefined);
}

function toQuestion(kind: Question['kind'], subject: string): Question {
  return { kind, subject, package: null };
}

/**
 * Asked only if neither the documents nor the profiles know the platform: what they know is judged by R06. Linux is not asked
 * about, because nearly every service runs on it. Several words of a text may be alternatives, so all of them have to be excluded.
 */
function findPlatform(subject: Subject): Condition | undefined {
  const { match, vulnerability } = subject;
  const ofRecords = (['os', 'arch'] as const).find((kind) => listLimits(match.platforms, kind).length > 0);
  const alternatives =
    ofRecords === undefined
      ? vulnerability.mentions.flatMap(toPlatformQuestion)
      : listLimits(match.platforms, ofRecords).map((word) => toQuestion(ofRecords, word));
  const isAskable = alternatives.every(
    ({ kind, subject: word }) => word !== 'linux' && !isPlatformKnown(subject, kind === 'os' ? 'os' : 'arch'),
  );
  if (alternatives.length === 0 || !isAskable) return undefined;
  return {
    alternatives,
    effect: 'dismiss',
    justification: 'requires_environment',
    evidence: {
      type: 'advisory',
      path: ofRecords === undefined ? 'text' : 'platforms',
      value: shortenName(alternatives.map(({ subject: word }) => word).join(', ')),
    },
  };
}

/** From a mention such as `only:windows`. */
function toPlatformQuestion(mention: string): readonly Question[] {
  if (!mention.startsWith('only:')) return [];
  const word = mention.slice('only:'.length);
  if (word === '32-bit') return [toQuestion('arch', word)];
  return toPlatformNames('os', [word]).map((name) => toQuestion('os', name));
}

/** Empty: a record has no such limit. */
function listLimits(platforms: Subject['match']['platforms'], kind: 'os' | 'arch'): readonly string[] {
  if (platforms.some((limit) => limit[kind].length === 0)) return [];
  return uniqueSorted(platforms.flatMap((limit) => limit[kind]));
}

function isPlatformKnown(
  { places, profiles, component, appliesTo = () => true }: Subject,
  kind: 'os' | 'arch',
): boolean {
  const isKnownAt = (place: ComponentPlace, profile?: ProfileView): boolean => {
    const platform = platformAt(place, component);
    return (profile === undefined ? platform : withProfilePlatform(platform, profile))[kind].length > 0;
  };
  return places.some(
    (place) => isKnownAt(place) || profiles.some((profile) => appliesTo(profile, place) && isKnownAt(place, profile)),
  );
}

/**
 * Packages of the standard library that a service may or may not import. Those that every network service imports are left out:
 * the answer is known.
 */
const OPTIONAL_STANDARD: ReadonlySet<string> = new Set([
  'archive/tar',
  'archive/zip',
  'compress/bzip2',
  'compress/lzw',
  'crypto/dsa',
  'database/sql',
  'debug/elf',
  'debug/dwarf',
  'debug/macho',
  'debug/pe',
  'encoding/csv',
  'encoding/gob',
  'encoding/xml',
  'go/build',
  'go/build/constraint',
  'go/parser',
  'go/scanner',
  'html/template',
  'image/gif',
  'image/jpeg',
  'image/png',
  'net/http/cgi',
  'net/http/fcgi',
  'net/http/httputil',
  'net/mail',
  'net/rpc',
  'net/smtp',
  'plugin',
]);

const FUNCTIONS_ASKED_MAX = 3;

function findNamedCode({ match: { code }, component }: Subject): Condition | undefined {
  if (code === undefined) return undefined;
  if (component.ecosystem === 'Go') return findGoPackages(code.packages, component.name);
  const functions = code.functions;
  if (functions.length === 0 || functions.length > FUNCTIONS_ASKED_MAX) return undefined;
  return {
    alternatives: functions.map((name) => toQuestion('function', name)),
    effect: 'dismiss',
    justification: 'code_not_reachable',
    evidence: { type: 'advisory', path: 'functions', value: shortenName(functions.join(', ')) },
  };
}

/**
 * A module whose own package is vulnerable is imported, or it would not be required. Internal packages are imported by others, and
 * `unix` by nearly everything.
 */
function findGoPackages(packages: readonly string[], module: string): Condition | undefined {
  const isAskable = (path: string): boolean =>
    module === 'stdlib'
      ? OPTIONAL_STANDARD.has(path)
      : path !== module && path !== 'golang.org/x/sys/unix' && !`${path}/`.includes('/internal/');
  if (packages.length === 0 || !packages.every(isAskable)) return undefined;
  return {
    alternatives: packages.map((path) => toQuestion('package', path)),
    effect: 'dismiss',
    justification: 'code_not_present',
    evidence: { type: 'advisory', path: 'packages', value: shortenName(packages.join(', ')) },
  };
}

function findPurposeCondition({ component, match, vulnerability, profiles }: Subject): Condition | undefined {
  const purpose = findPurpose(component.ecosystem ?? '', [component.name, ...(match.foundAs ?? [])]);
  if (purpose === undefined) return undefined;
  const { kind, subject, cwes } = purpose;
  if (cwes !== undefined && !vulnerability.cwes.some((cwe) => cwes.includes(cwe))) return undefined;
  if (kind === 'input' && knowsInputs(profiles)) return undefined;
  return {
    alternatives: [toQuestion(kind, subject)],
    effect: 'dismiss',
    justification: 'code_not_reachable',
    evidence: { type: 'sbom', path: 'package', value: shortenName(component.name) },
  };
}

/** XML external entities, and expansion of entities; the others are their consequences. */
const XML_WEAKNESSES: ReadonlySet<string> = new Set(['CWE-611', 'CWE-776', 'CWE-827']);
const XML_CONSEQUENCES: ReadonlySet<string> = new Set([
  'CWE-20',
  'CWE-200',
  'CWE-400',
  'CWE-610',
  'CWE-674',
  'CWE-770',
  'CWE-918',
]);

function findXmlWeakness({ vulnerability: { cwes }, component, match, profiles }: Subject): Condition | undefined {
  const isXml =
    cwes.some((cwe) => XML_WEAKNESSES.has(cwe)) &&
    cwes.every((cwe) => XML_WEAKNESSES.has(cwe) || XML_CONSEQUENCES.has(cwe));
  const purpose = findPurpose(component.ecosystem ?? '', [component.name, ...(match.foundAs ?? [])]);
  if (!isXml || purpose?.kind === 'input' || knowsInputs(profiles)) return undefined;
  return {
    alternatives: [toQuestion('input', 'xml')],
    effect: 'dismiss',
    justification: 'code_not_reachable',
    evidence: { type: 'advisory', path: 'weaknesses', value: cwes.toSorted().join(', ') },
  };
}

/** A profile that lists all kinds of input has answered the question. */
function knowsInputs(profiles: readonly ProfileView[]): boolean {
  return profiles.some(({ known }) => known('input.acceptsUntrusted')?.complete === true);
}

/**
 * Every rating demands an account on the system. A rating "local" without an account, or with interaction of a user, is about a
 * file that is opened, which may come from the network.
 */
function findLocalUser({ vulnerability: { cvss }, profiles }: Subject): Condition | undefined {
  const ratings = cvss.map(metricsOf);
  const isLocal = ratings.every(
    (metrics) => metrics.get('AV') === 'L' && ['L', 'H'].includes(metrics.get('PR') ?? '') && metrics.get('UI') === 'N',
  );
  if (ratings.length === 0 || !isLocal) return undefined;
  if (profiles.some(({ known }) => known('privilege.localUsers') !== undefined)) return undefined;
  return {
    alternatives: [toQuestion('local_user', 'local')],
    effect: 'deprioritize',
    justification: null,
    evidence: { type: 'advisory', path: 'cvss', value: cvss.map(({ vector }) => vector).toSorted()[0] ?? null },
  };
}
