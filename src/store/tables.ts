/** The tables as Kysely sees them; `migrations/` is where they are made. Only store files read this. */
import type { ColumnType, Generated } from 'kysely';

/** Written as an ISO 8601 text or a Date, read as a Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** bigint travels as text. */
type BigInteger = ColumnType<string, number | string, number | string>;
type Json<Value> = ColumnType<Value, string, string>;
type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

export interface Tables {
  installation: { singleton: Generated<boolean>; created_at: Time };
  organization: { id: string; name: string; created_at: Time };
  person: { id: string; email: string; password_hash: string; created_at: Time };
  membership: { person_id: string; org_id: string; role: string; created_at: Time };
  token_directory: {
    public_id: string;
    token_sha256: Buffer;
    org_id: string;
    token_id: string;
    expires_at: OptionalTime;
    revoked_at: OptionalTime;
  };
  token: {
    org_id: string;
    id: string;
    public_id: string;
    name: string;
    scopes: string[];
    service_ids: string[] | null;
    created_at: Time;
    created_by: string;
    expires_at: OptionalTime;
    revoked_at: OptionalTime;
    last_used_at: OptionalTime;
  };
  setting: { org_id: string; name: string; value: Json<unknown>; updated_at: Time };
  service: {
    org_id: string;
    id: string;
    name: string;
    created_at: Time;
    version_count: Generated<number>;
    deleted_at: OptionalTime;
  };
  service_version: {
    org_id: string;
    id: string;
    service_id: string;
    name: string;
    created_at: Time;
    tags: Generated<string[]>;
    git_branch: string | null;
    git_commit_sha: string | null;
    git_origin: string | null;
    generation: Generated<number>;
    analyzed_generation: Generated<number>;
    deleted_at: OptionalTime;
  };
  version_name: {
    org_id: string;
    service_id: string;
    name: string;
    version_id: string;
    kind: 'name' | 'alias';
    created_at: Time;
  };
  blob: {
    org_id: string;
    sha256: Buffer;
    size_bytes: BigInteger;
    stored_bytes: BigInteger;
    encoding: 'zstd';
    created_at: Time;
  };
  blob_chunk: { org_id: string; sha256: Buffer; n: number; bytes: Buffer };
  sbom: {
    org_id: string;
    id: string;
    version_id: string;
    slot: string;
    sha256: Buffer;
    size_bytes: BigInteger;
    format: string;
    spec_version: string;
    image: string | null;
    distro: string | null;
    git_branch: string | null;
    git_commit_sha: string | null;
    git_origin: string | null;
    status: string;
    failure: OptionalJson<unknown>;
    component_count: number;
    file_count: number;
    edge_count: number;
    warnings: Json<unknown>;
    analysis_id: string | null;
    created_at: Time;
    created_by: string;
    superseded_by: string | null;
    superseded_at: OptionalTime;
    deleted_at: OptionalTime;
  };
  analysis: {
    org_id: string;
    id: string;
    version_id: string;
    trigger: string;
    status: string;
    generation: number | null;
    stages: Json<unknown>;
    engine_version: string;
    failure: OptionalJson<unknown>;
    superseded_by: string | null;
    created_at: Time;
    started_at: OptionalTime;
    finished_at: OptionalTime;
  };
  event: {
    org_id: string;
    id: string;
    position: BigInteger | null;
    type: string;
    at: Time;
    service_id: string | null;
    version_id: string | null;
    sbom_id: string | null;
    analysis_id: string | null;
    cause: string | null;
    detail: Json<unknown>;
  };
  audit_entry: {
    org_id: string;
    id: string;
    at: Time;
    actor_kind: string;
    actor_id: string;
    actor_name: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    before: OptionalJson<unknown>;
    after: OptionalJson<unknown>;
    request_id: string | null;
  };
}
