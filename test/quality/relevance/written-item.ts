/** The short form that items are written in, and its expansion. */
import type { Platform } from '../../../src/core/advisory/platform.ts';
import type { Precondition, PreconditionType } from '../../../src/core/relevance/assessments/assessment.ts';
import type { ComponentScope } from '../../../src/core/vocabulary/sbom.ts';
import { VEX_JUSTIFICATIONS, type VexJustification } from '../../../src/core/vocabulary/vex.ts';
import type { EvaluationItem, LabeledProfile, Suite } from './evaluation-item.ts';
import { serviceRunning, toFields, type FieldChanges } from './profile-parts.ts';

export interface WrittenItem {
  readonly id: string;
  /** `npm serve-tree 4.1.0`: ecosystem, name and version. */
  readonly of: string;
  readonly title: string;
  readonly details: string;
  /** A further record of the same vulnerability that also matches. */
  readonly also?: { readonly title: string; readonly details: string };
  readonly needs?: readonly WrittenNeed[];
  /** A justification means not relevant for this reason. */
  readonly is: 'relevant' | 'either' | VexJustification;
  readonly because: string;
  /** Differences from the plain service. */
  readonly profile?: FieldChanges;
  /** Replaces the plain service: nothing else is known. */
  readonly onlyKnown?: FieldChanges;
  /** Further profiles that apply, as differences from the plain service. */
  readonly alsoIn?: readonly FieldChanges[];
  /** Features of the component that are confirmed to be unused by the service. */
  readonly unused?: readonly string[];
  readonly runtime?: readonly string[];
  readonly cwes?: readonly string[];
  readonly score?: number;
  readonly epss?: number;
  readonly isKnownExploited?: boolean;
  readonly publishedAt?: string;
  readonly platforms?: readonly Platform[];
  readonly scope?: ComponentScope;
  readonly files?: readonly string[];
}

/** The last member means that it can be exploited without. */
export type WrittenNeed = readonly [PreconditionType, value: string | null, quote: string, 'helps'?];

export function itemsOf(suite: Suite, written: readonly WrittenItem[]): readonly EvaluationItem[] {
  return written.map((each) => toItem(suite, each));
}

function toItem(suite: Suite, written: WrittenItem): EvaluationItem {
  const [ecosystem = '', name = '', version = ''] = written.of.split(' ');
  const { id, is, because, scope = 'required', files = [] } = written;
  const justification = VEX_JUSTIFICATIONS.find((each) => each === is) ?? null;
  return {
    id,
    suite,
    justification,
    rationale: because,
    advisory: toAdvisory(written),
    component: { ecosystem, name, version, scope, files },
    profiles: toProfiles(written, ecosystem, name),
    label: is === 'relevant' || is === 'either' ? is : 'not_relevant',
    needs: (written.needs ?? []).map(toPrecondition),
  };
}

function toAdvisory(written: WrittenItem): EvaluationItem['advisory'] {
  const { id, title, details, also, cwes = [], score = 6.5, epss = null, isKnownExploited = false } = written;
  const { publishedAt = '2024-03-04T10:00:00Z', platforms = [] } = written;
  const recordId = toRecordId(id);
  return {
    records: [
      { recordId, title, details },
      ...(also === undefined ? [] : [{ recordId: recordId.replace('CVE', 'DSA'), ...also }]),
    ],
    cwes,
    score,
    epss,
    isKnownExploited,
    publishedAt,
    platforms,
  };
}

function toProfiles(written: WrittenItem, ecosystem: string, name: string): readonly LabeledProfile[] {
  const { profile = {}, onlyKnown, alsoIn = [], unused, runtime = [] } = written;
  const usage: FieldChanges = unused === undefined ? {} : { 'usage.featuresNotUsed': notUsed(ecosystem, name, unused) };
  const first = onlyKnown === undefined ? serviceRunning(ecosystem, { ...usage, ...profile }) : toFields(onlyKnown);
  const others = alsoIn.map((changes, i) => ({
    name: `other-${i + 1}`,
    fields: serviceRunning(ecosystem, { ...usage, ...changes }),
    documentRefs: [],
  }));
  return [{ name: 'default', fields: first, documentRefs: runtime }, ...others];
}

export function notUsed(ecosystem: string, name: string, features: readonly string[]): readonly object[] {
  return features.map((feature) => ({ purl: toPurl({ ecosystem, name }), feature }));
}

/** Without a version, it stands for all versions. */
export function toPurl({ ecosystem, name }: { readonly ecosystem: string; readonly name: string }): string {
  return `pkg:${PURL_TYPES[ecosystem] ?? 'generic'}/${name.replace(':', '/').replace('@', '%40')}`;
}

const PURL_TYPES: Readonly<Record<string, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  Go: 'golang',
  'crates.io': 'cargo',
  RubyGems: 'gem',
  NuGet: 'nuget',
  Packagist: 'composer',
  Debian: 'deb/debian',
  Ubuntu: 'deb/ubuntu',
  Alpine: 'apk/alpine',
  'Red Hat': 'rpm/redhat',
};

function toPrecondition([type, value, quote, helps]: WrittenNeed): Precondition {
  return { type, value, quote, necessary: helps === undefined };
}

/** Uses a year in the future, so that it cannot be mistaken for a real id; stable for an item. */
function toRecordId(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 900_007;
  return `CVE-2099-${100_000 + sum}`;
}
