/**
 * Tests every listed version and every bound of every published record of a language ecosystem: a listed version is affected, and
 * a range contains its start and its last affected version, but not its fix. Other results, and results with an assumption, are
 * counted here with the reason. The data is not part of the repository; `ASSAY_TEST_DATA` points to it.
 */
import { describe, expect, it } from 'vitest';
import { readRealRecords } from '../../../../test/support/real-advisories.ts';
import { findRealData } from '../../../../test/support/real-data.ts';
import type { AffectedEntry } from '../../advisory/advisory.ts';
import { parseAffectedPackage } from '../../advisory/osv/parse-affected.ts';
import { parseOsvRecord } from '../../advisory/osv/parse-osv-record.ts';
import { listIn, objectIn, textIn, textsIn } from '../../advisory/record-fields.ts';
import type { CandidateEntry } from '../match.ts';
import { matchPackage } from '../match-package.ts';

interface Figures {
  readonly asked: number;
  /** `what is tested: the result`. */
  readonly odd?: Readonly<Record<string, number>>;
}

// The list was generated from a range without an end, which has a last known affected version.
const BEYOND = 'listed: not_affected last-known-bound';
const UP_TO_LAST_KNOWN = 'introduced: affected last-known-bound';
// The next window starts where one ends, or another one contains the fix.
const NEIGHBOR = 'fixed: affected';
// Introduced and fixed at the same version.
const EMPTY = 'introduced: outside';

const DIRECTORIES: Readonly<Record<string, Figures>> = {
  Bitnami: {
    asked: 36_282,
    odd: {
      [NEIGHBOR]: 73,
      [EMPTY]: 229,
      // BIT-mastodon-2026-47777: from nightly.2026-03-10.0 up to 4.6.0.
      'introduced: cannot_assess unparsable-version': 1,
      'fixed: cannot_assess unparsable-bound': 1,
    },
  },
  CRAN: { asked: 171 },
  Go: {
    asked: 16_258,
    odd: {
      [UP_TO_LAST_KNOWN]: 3,
      // GHSA-232p-vwff-86mp: docker from 1.12.0 up to 20.10.24.
      'introduced: affected untagged-major': 18,
      // GHSA-2c4m-59x9-fr2g: from a commit up to a tag. They are tested without their CVE.
      'introduced: affected pseudo-version': 6,
      'introduced: affected pseudo-version untagged-major': 1,
      // GO-2024-2768: from the tag 2.0.0+incompatible, and up to 2.4.16 of the project.
      'introduced: affected custom-bound': 30,
      // GO-2025-4210: from the tag 1.83.4, but from 4.0.0-rc.1 of the project.
      'introduced: not_affected custom-bound': 4,
      'introduced: affected nonconforming-version': 2,
      // 2.0.0.beta.9
      'fixed: cannot_assess unparsable-version': 3,
    },
  },
  Hackage: { asked: 86 },
  Hex: { asked: 84 },
  Maven: { asked: 367_269, odd: { [BEYOND]: 6, [UP_TO_LAST_KNOWN]: 3 } },
  NuGet: { asked: 56_839, odd: { [BEYOND]: 19, [UP_TO_LAST_KNOWN]: 1 } },
  Packagist: {
    asked: 358_005,
    odd: {
      [NEIGHBOR]: 22,
      [BEYOND]: 91,
      [UP_TO_LAST_KNOWN]: 1,
      // 1.3.0r1, 3.20-test2
      'introduced: affected nonconforming-version': 1,
      'last_affected: affected nonconforming-version': 1,
    },
  },
  Pub: { asked: 1_205 },
  PyPI: {
    asked: 477_074,
    odd: {
      [NEIGHBOR]: 6,
      [BEYOND]: 61,
      // 0.9-stable, 7.2.0-12.1
      'fixed: cannot_assess unparsable-bound': 17,
      'introduced: cannot_assess unparsable-bound': 9,
    },
  },
  RubyGems: { asked: 61_407, odd: { [BEYOND]: 79 } },
  SwiftURL: { asked: 1_577 },
  'crates.io': { asked: 7_588, odd: { [EMPTY]: 4 } },
  npm: {
    asked: 20_378,
    odd: {
      [UP_TO_LAST_KNOWN]: 4,
      // GHSA-82jv-9wjw-pqh6: from 4.0.0-beta1 up to 4.0.0-beta.11, which is older.
      'introduced: cannot_assess contradictory-range': 1,
      'fixed: cannot_assess contradictory-range': 2,
    },
  },
};

const TIMEOUT_MS = 120_000;

describe.runIf(findRealData('osv') !== undefined)('versions in records', () => {
  it.each(Object.entries(DIRECTORIES))(
    'of %s give the expected results',
    async (directory, { asked, odd = {} }) => {
      const counts = new Map<string, number>();
      let questions = 0;
      for (const record of (await readRealRecords(directory)) ?? []) {
        for (const { kind, version, candidate } of questionsOf(record)) {
          questions += 1;
          const answer = ask(candidate, version);
          const expected = kind === 'fixed' ? 'outside' : 'affected';
          if (answer === expected) continue;
          const key = `${kind}: ${answer}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }

      expect({ asked: questions, odd: Object.fromEntries(counts) }).toEqual({ asked, odd });
    },
    TIMEOUT_MS,
  );
});

interface Question {
  readonly kind: string;
  readonly version: string;
  readonly candidate: CandidateEntry;
}

function* questionsOf(record: unknown): Generator<Question> {
  const advisory = parseOsvRecord(record);
  if ('problem' in advisory) return;
  const { id, class: recordClass, affected } = advisory;
  const named = listIn(record, 'affected').filter(
    (value) => typeof parseAffectedPackage(objectIn(value, 'package')) !== 'string',
  );
  for (const [at, value] of named.entries()) {
    const ids = { recordId: id, groupId: id, canonicalId: id };
    const candidate = { ...ids, source: 'osv', class: recordClass, entry: get(affected, at) };
    for (const version of textsIn(value, 'versions')) yield { kind: 'listed', version, candidate };
    for (const range of listIn(value, 'ranges').filter((each) => textIn(each, 'type') !== 'GIT')) {
      for (const event of listIn(range, 'events')) {
        for (const kind of ['introduced', 'fixed', 'last_affected']) {
          const version = textIn(event, kind);
          if (version !== undefined && version !== '0') yield { kind, version, candidate };
        }
      }
    }
  }
}

function get(entries: readonly AffectedEntry[], at: number): AffectedEntry {
  const entry = entries[at];
  if (entry === undefined) throw new Error('Every package that has a place has an entry.');
  return entry;
}

function ask(candidate: CandidateEntry, version: string): string {
  const { family, name } = candidate.entry;
  const identity = { family, release: '', name, source: undefined };
  const [match] = matchPackage({ identity, version, assumptions: [] }, [candidate]);
  if (match === undefined) return 'outside';
  const reasons = match.evidence.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  return [match.state, ...match.assumptions, ...reasons].join(' ');
}
