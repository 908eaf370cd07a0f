/** Tables of advisory data. */
import type { Generated } from 'kysely';
import type { KevFacts, SsvcFacts } from '../../core/advisory/enrichment/enrichment.ts';
import type { BigInteger, Json, OptionalJson, OptionalTime, Time } from '../column-types.ts';

export interface AdvisoriesTables {
  advisory_source: {
    name: string;
    url: string;
    state: string;
    records: Generated<number>;
    newest_record_at: OptionalTime;
    last_good_at: OptionalTime;
    last_error: string | null;
    lease_until: OptionalTime;
    etag: string | null;
    last_modified: string | null;
    progress: OptionalJson<unknown>;
    enabled: Generated<boolean>;
    withdrawals_at: OptionalTime;
  };
  advisory_directory: {
    source: string;
    directory: string;
    state: string;
    high_water: OptionalTime;
    list_etag: string | null;
    list_last_modified: string | null;
    records: Generated<number>;
    checked_at: OptionalTime;
    pending: Generated<string[]>;
    last_good_at: OptionalTime;
    last_error: string | null;
    reader_version: Generated<number>;
    refused: Generated<number>;
    refused_records: Generated<unknown>;
  };
  advisory_clock: {
    singleton: Generated<boolean>;
    snapshot: BigInteger;
    announced_snapshot: Generated<string>;
    announced_stale_since: OptionalTime;
    engine_version: string | null;
  };
  advisory_snapshot: { number: BigInteger; source: string; records: number; applied_at: Time };
  advisory_record: {
    source: string;
    directory: string;
    id: string;
    modified: Time;
    published: OptionalTime;
    withdrawn: OptionalTime;
    class: string;
    severity: string;
    title: string;
    details: string;
    cvss: Json<unknown>;
    cwes: string[];
    references: string[];
    aliases: string[];
    upstream: string[];
    group_ids: string[];
    projection_sha256: Buffer;
    raw: Buffer;
    snapshot: BigInteger;
    related: Generated<string[]>;
    severity_sha256: Buffer | null;
    severity_snapshot: Generated<BigInteger>;
    mentions: Generated<string[]>;
    missing_since: OptionalTime;
    missing_list_sha256: Buffer | null;
    polluted: Generated<boolean>;
  };
  advisory_revision: {
    source: string;
    directory: string;
    id: string;
    snapshot: BigInteger;
    change: string;
    modified: Time;
    withdrawn: OptionalTime;
    raw: Buffer;
  };
  affected_entry: {
    source: string;
    directory: string;
    record_id: string;
    n: number;
    package_key: string;
    entry: Json<unknown>;
    listed: OptionalJson<readonly string[]>;
    own: boolean;
    active: boolean;
  };
  package_key: { key: string; revision: BigInteger };
  group_revision: { group_id: string; revision: BigInteger };
  release_state: {
    family: string;
    release: string;
    loaded: boolean;
    comprehensive: boolean;
    fix_only: boolean;
    revision: BigInteger;
  };
  alias: { id: string; group_id: string; canonical_id: string };
  enrichment: {
    cve: string;
    kev: OptionalJson<KevFacts>;
    epss_score: number | null;
    epss_percentile: number | null;
    epss_step: number | null;
    ssvc: OptionalJson<SsvcFacts>;
    kev_snapshot: BigInteger | null;
    epss_snapshot: BigInteger | null;
    ssvc_snapshot: BigInteger | null;
  };
}
