/** One version in the history of a vulnerability, as it is sent. */
import type { OpenPresence, TimelineRow, VersionPresence } from '../core/history/timeline.ts';
import type { WireCveHistoryRow } from './contract/history.ts';
import { toWireEvidence } from './to-wire-diff.ts';

/** Slots that hold one of the packages in any of the versions. */
export function slotsOf(rows: readonly TimelineRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ version: { open, held } }) => [...open, ...held].flatMap(({ slots }) => slots)));
}

export function toWireCveHistoryRow(
  { version, state, since, change }: TimelineRow,
  slots: ReadonlySet<string>,
): WireCveHistoryRow {
  const { id, name, createdAt, open, ended } = version;
  return {
    version: { id, name, createdAt },
    state,
    since,
    relevance: highestOf(open),
    packages: toPackages(version),
    places: state === 'not_analyzed' ? [] : toPlaces(version, slots),
    change: change && {
      kind: change.kind,
      cause: change.explained.cause,
      evidence: toWireEvidence(change.explained, nameOf(version)),
    },
    ended: ended && { as: ended.as, at: ended.at, cause: ended.by, detail: ended.detail },
  };
}

const RELEVANCES = ['relevant', 'deprioritized', 'not_relevant'] as const;

function highestOf(open: readonly OpenPresence[]): WireCveHistoryRow['relevance'] {
  return RELEVANCES.find((relevance) => open.some((each) => each.relevance === relevance)) ?? null;
}

function toPlaces({ documents, open, held }: VersionPresence, slots: ReadonlySet<string>): WireCveHistoryRow['places'] {
  const read = documents.filter(({ slot, isRead }) => isRead && slots.has(slot));
  return read
    .toSorted((a, b) => (a.slot < b.slot ? -1 : 1))
    .map(({ slot, image }) => {
      const [here, there] = [open, held].map((list) => list.filter((each) => each.slots.includes(slot)));
      const isShown = open.some((each) => each.relevance !== 'not_relevant' && each.slots.includes(slot));
      const hidden = here?.length === 0 ? 'absent' : 'filtered';
      const versions = here?.length === 0 ? there : here;
      return { slot, image, state: isShown ? 'present' : hidden, versions: toVersions(versions ?? []) };
    });
}

function toVersions(packages: readonly { readonly version: string | null }[]): string[] {
  return [...new Set(packages.map(({ version }) => version ?? ''))];
}

/** The affected ones first, then what else the version holds of the same packages. */
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

/** Of several packages the versions themselves say which is which. */
function nameOf({ open, held }: VersionPresence): string {
  const names = [...new Set([...open, ...held].map(({ name }) => name))];
  return names.join(', ');
}
