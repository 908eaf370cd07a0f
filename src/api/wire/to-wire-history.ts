/** Maps the history of a vulnerability across versions to the API. */
import { nameAcrossVersions, type PairedDocument } from '../../core/history/pair-documents.ts';
import type { OpenPresence, TimelineRow, VersionPresence } from '../../core/history/timeline.ts';
import { RELEVANCES } from '../../core/vocabulary/relevance.ts';
import type { WireCveHistoryRow } from '../contract/history/history.ts';
import { toWireEvidence } from './to-wire-diff.ts';

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
