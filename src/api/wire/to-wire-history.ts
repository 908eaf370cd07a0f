/** Maps the history of a vulnerability across versions to the API. */
import { nameAcrossVersions, type PairedDocument } from '../../core/history/pair-documents.ts';
import type { OpenPresence, TimelineRow, VersionPresence } from '../../core/history/timeline.ts';
import { RELEVANCES } from '../../core/vocabulary/relevance.ts';
import type { WireCveHistoryRow } from '../contract/history/history.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ExplainedChange } from '../../core/history/changes/explain-change.ts';
import type { ReleaseNotes } from '../../core/report/markdown/release-notes.ts';
import type { ComparedFinding, ComparedVersion, Comparison } from '../../pipeline/queries/compare-versions.ts';
import type { WireDiff, WireEvidence } from '../contract/history/diff.ts';
import { toWireFinding } from './to-wire-finding.ts';

/** Maps the rows of a page. An SBOM has the same display name in all of them. */
export function toWireCveHistory(rows: readonly TimelineRow[]): WireCveHistoryRow[] {
  const nameOf = nameAcrossVersions(rows.map(({ version }) => version.documents));
  const places = rows.map(({ version }) => listPlaces(version, nameOf));
  const holding = new Set(places.flat().flatMap(({ wire, holds }) => (holds ? [wire.name] : [])));
  return rows.map((row, index) =>
    toWireRow(
      row,
      (places[index] ?? []).map(({ wire }) => wire).filter(({ name }) => holding.has(name)),
    ),
  );
}

function toWireRow(
  { version, state, since, change }: TimelineRow,
  places: WireCveHistoryRow['places'],
): WireCveHistoryRow {
  const { id, name, createdAt, open, ended } = version;
  return {
    version: { id, name, createdAt },
    state,
    since,
    relevance: highestOf(open),
    packages: toPackages(version),
    places: state === 'not_analyzed' ? [] : places,
    change: change && {
      kind: change.kind,
      cause: change.explained.cause,
      evidence: toWireEvidence(change.explained, namesOf(version)),
    },
    ended: ended && { as: ended.as, at: ended.at, cause: ended.by, detail: ended.detail },
  };
}

function highestOf(open: readonly OpenPresence[]): WireCveHistoryRow['relevance'] {
  return RELEVANCES.find((relevance) => open.some((each) => each.relevance === relevance)) ?? null;
}

interface Place {
  readonly wire: WireCveHistoryRow['places'][number];
  /** Whether the SBOM contains one of the packages. */
  readonly holds: boolean;
}

function listPlaces(
  { documents, open, held }: VersionPresence,
  nameOf: (document: PairedDocument) => string,
): readonly Place[] {
  return documents
    .filter(({ isRead }) => isRead)
    .toSorted((a, b) => (a.slot < b.slot ? -1 : 1))
    .map((document) => {
      const { slot, image } = document;
      const [here, there] = [open, held].map((list) => list.filter((each) => each.slots.includes(slot)));
      const isShown = open.some((each) => each.relevance !== 'not_relevant' && each.slots.includes(slot));
      const hidden = here?.length === 0 ? 'absent' : 'filtered';
      const versions = here?.length === 0 ? there : here;
      const state = isShown ? 'present' : hidden;
      const wire = { name: nameOf(document), slot, image, state, versions: toVersions(versions ?? []) } as const;
      return { wire, holds: here?.length !== 0 || there?.length !== 0 };
    });
}

function toVersions(packages: readonly { readonly version: string | null }[]): string[] {
  return [...new Set(packages.map(({ version }) => version ?? ''))];
}

/** Affected packages first, then other versions of the same packages in this version of the service. */
function toPackages({ open, held }: VersionPresence): WireCveHistoryRow['packages'] {
  const affected = new Set(open.map((each) => `${each.package} ${each.version}`));
  const others = held.filter((each) => !affected.has(`${each.package} ${each.version}`));
  return [
    ...open.map(({ name, version, relevance, severity, fix, since }) => {
      const nearest = fix.versions[0] ?? null;
      const wireFix = { state: fix.state, nearest, versions: [...fix.versions] };
      return { name, version, affected: true, relevance, severity, fix: wireFix, since };
    }),
    ...others.map(({ name, version }) => ({ name, version, affected: false, ...NOTHING })),
  ];
}

const NOTHING = { relevance: null, severity: null, fix: null, since: null } as const;

/** If there are several packages, their versions tell them apart. */
function namesOf({ open, held }: VersionPresence): string {
  const names = [...new Set([...open, ...held].map(({ name }) => name))];
  return names.join(', ');
}

/** Maps the comparison of two versions to the API, and to release notes. */
export function toWireDiff(comparison: Comparison): WireDiff {
  const { components, findings, counts, notUploaded } = comparison;
  const { unchanged, ...changes } = counts;
  return {
    base: toWireVersion(comparison.base),
    head: toWireVersion(comparison.head),
    components: {
      added: components.added.slice(0, LIMITS.changesShownMax).map(toWireComponent),
      removed: components.removed.slice(0, LIMITS.changesShownMax).map(toWireComponent),
      changed: components.changed.slice(0, LIMITS.changesShownMax),
      counts: {
        added: components.added.length,
        removed: components.removed.length,
        changed: components.changed.length,
      },
    },
    findings: {
      introduced: findings.introduced.map(toWireExplained),
      resolved: findings.resolved.map(toWireExplained),
      changed: findings.changed.map(toWireExplained),
      notUploaded: notUploaded.findings.map(({ listed }) => toWireFinding(listed)),
      unchanged,
      counts: changes,
    },
    notUploaded: notUploaded.documents.map(({ slot, image }) => ({ slot, image })),
  };
}

/** `link`: the page with more details. */
export function toNotes(comparison: Comparison, link: string | undefined): ReleaseNotes {
  const { service, base, head, components, findings, counts, notUploaded } = comparison;
  const toNoted = ({ known, explained }: ComparedFinding): ReleaseNotes['findings']['introduced'][number] => ({
    finding: toWireFinding(known.listed),
    explained,
  });
  return {
    service,
    base: { name: base.version.name, isAnalyzed: base.result !== undefined },
    head: { name: head.version.name, isAnalyzed: head.result !== undefined },
    findings: {
      introduced: findings.introduced.map(toNoted),
      resolved: findings.resolved.map(toNoted),
      changed: findings.changed.map(toNoted),
    },
    counts,
    notUploaded: notUploaded.documents.map(({ slot, image }) => image ?? slot),
    components,
    link,
  };
}

function toWireVersion({ version, result }: ComparedVersion): WireDiff['base'] {
  const { analysisId = null, finishedAt: analyzedAt = null } = result ?? {};
  return { id: version.id, name: version.name, analysisId, analyzedAt };
}

function toWireComponent({
  name,
  version,
  purl,
}: Comparison['components']['added'][number]): WireDiff['components']['added'][number] {
  return { name, version, purl };
}

function toWireExplained({ known, explained }: ComparedFinding): WireDiff['findings']['introduced'][number] {
  const finding = toWireFinding(known.listed);
  return { ...finding, cause: explained.cause, evidence: toWireEvidence(explained, finding.component.name) };
}

function toWireEvidence({ component, records, engine, hiddenBy }: ExplainedChange, name: string): WireEvidence {
  return {
    component: component && { name, from: [...component.from], to: [...component.to] },
    records: [...records],
    engine,
    ...(hiddenBy && { hiddenBy: { by: hiddenBy.by, code: hiddenBy.code, text: hiddenBy.text } }),
  };
}
