/** One version in the history of a vulnerability, as it is sent. */
import type { OpenPresence, TimelineRow, VersionPresence } from '../core/history/timeline.ts';
import type { WireCveHistoryRow } from './contract/history.ts';
import { toWireEvidence } from './to-wire-diff.ts';

export function toWireCveHistoryRow({ version, state, since, change }: TimelineRow): WireCveHistoryRow {
  const { id, name, createdAt, open, ended } = version;
  return {
    version: { id, name, createdAt },
    state,
    since,
    relevance: highestOf(open),
    packages: toPackages(version),
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
