/** Tables of advisory data. */
import type { Generated } from 'kysely';
import type { BigInteger, Json, OptionalJson, OptionalTime, Time } from '../column-types.ts';

export interface AdvisoriesTables {
  advisory_source: {
    name: string;
    url: string;
    state: string;
    records: Generated<number>;
    newest_record_at: OptionalTime;
    last_success_at: OptionalTime;
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
    last_success_at: OptionalTime;
    last_error: string | null;
    reader_version: Generated<number>;
    refused: Generated<number>;
    refused_records: Generated<unknown>;
  };
  advisory_clock: {
    singleton: Generated<boolean>;
    snapshot: BigInteger;
    announced_snapshot: Generated<string>;
    announced_stale: string | null;
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
    too_many_aliases: Generated<boolean>;
  };
}
