/**
 * Converts the facts of a format to a component: text is cleaned and limited, and every change or omission is a warning. Shared
 * by all formats, which differ only in where they store the facts.
 */
import { isLongerThanBytes } from '../../identity/identifier-text.ts';
import { parseCpe } from '../../identity/cpe.ts';
import { isContradicted, type NamedComponent } from '../../identity/purl/purl-agreement.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { LIMITS } from '../../limits.ts';
import type { Component } from '../inventory.ts';
import { fitText, isFit, replaceUnfit } from './fit-text.ts';
import { toDetails, type RawDetails } from './to-details.ts';
import type { WarningCode, WarningList } from './warning-list.ts';

/** An untrusted value, and its position below the component. */
export interface LocatedValue {
  readonly value: unknown;
  readonly at: string;
}

/** As in the document: not cleaned, and the values may be of any type. */
export interface RawComponent {
  readonly ref: string | undefined;
  readonly type: string;
  readonly group?: string | undefined;
  readonly name: string;
  readonly version: LocatedValue;
  readonly purls: readonly LocatedValue[];
  readonly cpes: readonly LocatedValue[];
  readonly scope: Component['scope'];
  readonly source: Component['source'];
  readonly packageType: string | undefined;
  readonly epoch?: string | undefined;
  readonly module?: string | undefined;
  readonly archivePath?: string | undefined;
  readonly platform?: Component['platform'] | undefined;
  readonly details: RawDetails;
  /** For an operating system: distribution and release such as `debian-12`, if a tool states them beside name and version. */
  readonly system?: string | undefined;
}

/** `path` is the JSON pointer of the component, which also serves as its reference if it has no usable one. */
export function toComponent(
  raw: RawComponent,
  path: string,
  warnings: WarningList,
  options: { readonly isSubject?: boolean } = {},
): Component {
  // Most texts need no change, so the path is built only for a warning.
  const fit = (text: string, at: string, charactersMax: number): string =>
    isFit(text, charactersMax) ? text : fitText(text, { path: `${path}${at}`, charactersMax, warnings });
  const { componentNameCharactersMax, componentVersionCharactersMax } = LIMITS;
  const group = raw.group === undefined ? undefined : fit(raw.group, '/group', componentNameCharactersMax);
  const name = fit(raw.name, '/name', componentNameCharactersMax);
  const version = fitVersion(raw.version, path, warnings);
  const named: NamedComponent = { group, name, version };
  // All components have the same members in the same order, without spreads: V8 then makes and reads them several times as fast.
  return {
    ref: fitReference(raw.ref, path, warnings),
    type: fit(raw.type, '/type', componentNameCharactersMax),
    group,
    name,
    version,
    // Tools name a subject after its folder, so a name that differs from the purl is not a warning.
    purls: fitIdentifiers(raw.purls, PURLS, { path, named: options.isSubject === true ? undefined : named, warnings }),
    cpes: fitIdentifiers(raw.cpes, CPES, { path, named, warnings }),
    scope: raw.scope,
    source: raw.source && {
      name: fit(raw.source.name, '', componentNameCharactersMax),
      version: raw.source.version && fit(raw.source.version, '', componentVersionCharactersMax),
    },
    packageType: raw.packageType && fit(raw.packageType, '', componentNameCharactersMax),
    epoch: raw.epoch && fit(raw.epoch, '', componentVersionCharactersMax),
    module: raw.module && fit(raw.module, '', componentNameCharactersMax),
    archivePath: isPath(raw.archivePath) ? raw.archivePath : undefined,
    platform: raw.platform,
    details: toDetails(raw.details, path, warnings),
  };
}

interface IdentifierRules {
  readonly bytesMax: number;
  /** Warnings about a text. */
  readonly validate: (text: string, named: NamedComponent | undefined) => readonly WarningCode[];
  /** Warning for a value that is not a string. */
  readonly warning: WarningCode;
  /** Whether an invalid value is kept: an invalid purl is the reason why the component cannot be assessed. */
  readonly keepsInvalid: boolean;
}

const PURLS: IdentifierRules = {
  bytesMax: LIMITS.purlBytesMax,
  validate: validatePurl,
  warning: 'PURL_INVALID',
  keepsInvalid: true,
};
const CPES: IdentifierRules = {
  bytesMax: LIMITS.cpeBytesMax,
  validate: (text) => (parseCpe(text) === undefined ? ['CPE_IGNORED'] : []),
  warning: 'CPE_IGNORED',
  keepsInvalid: false,
};

function validatePurl(text: string, named: NamedComponent | undefined): readonly WarningCode[] {
  const { purl, problems } = parsePurl(text);
  if (purl === undefined) return ['PURL_INVALID'];
  const codes: WarningCode[] = [];
  if (problems.length > 0) codes.push('PURL_NOT_STRICT');
  if (named !== undefined && isContradicted(purl, named)) codes.push('PURL_DISAGREES');
  return codes;
}

interface IdentifierContext {
  readonly path: string;
  /** Undefined: the name of the component is not compared with its purls. */
  readonly named: NamedComponent | undefined;
  readonly warnings: WarningList;
}

function fitIdentifiers(
  claims: readonly LocatedValue[],
  rules: IdentifierRules,
  claimant: IdentifierContext,
): readonly string[] {
  const { path, named, warnings } = claimant;
  if (claims.length === 0) return [];
  const kept = new Set<string>();
  for (const { value, at } of claims) {
    const place = `${path}${at}`;
    if (typeof value !== 'string') {
      warnings.add(rules.warning, place);
    } else if (isLongerThanBytes(value, rules.bytesMax) || kept.size >= LIMITS.identitiesPerComponentMax) {
      warnings.add('IDENTITY_TOO_LONG', place);
    } else if (!kept.has(value)) {
      const text = replaceUnfit(value, place, warnings);
      const codes = rules.validate(text, named);
      for (const code of codes) warnings.add(code, place);
      if (codes.length === 0 || rules.keepsInvalid) kept.add(text);
    }
  }
  return [...kept];
}

function fitReference(ref: string | undefined, path: string, warnings: WarningList): string {
  if (ref === undefined) return path;
  if (!isLongerThanBytes(ref, LIMITS.bomRefBytesMax)) return replaceUnfit(ref, path, warnings);
  warnings.add('IDENTITY_TOO_LONG', path);
  return path;
}

// A number is not accepted as a version: parsing has already turned 1.10 into 1.1.
function fitVersion({ value: version, at }: LocatedValue, path: string, warnings: WarningList): string | undefined {
  if (version === undefined || version === null || version === '') return undefined;
  if (typeof version === 'string' && isFit(version, LIMITS.componentVersionCharactersMax)) return version;
  const place = `${path}${at}`;
  if (typeof version !== 'string') {
    warnings.add('VERSION_UNCOMPARABLE', place);
    return undefined;
  }
  return fitText(version, { path: place, charactersMax: LIMITS.componentVersionCharactersMax, warnings });
}

function isPath(text: string | undefined): text is string {
  return text !== undefined && isFit(text, LIMITS.detailTextCharactersMax);
}
