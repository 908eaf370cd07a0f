/** Tables of services, versions, SBOM documents and components. */
import type { ColumnType, Generated } from 'kysely';
import type { BigInteger, Json, OptionalJson, OptionalTime, Time } from '../column-types.ts';

export interface PortfolioTables {
  service: {
    org_id: string;
    id: string;
    name: string;
    created_at: Time;
    version_count: Generated<number>;
    deleted_at: OptionalTime;
    ai_opt_out: Generated<boolean>;
    listed_version_id: string | null;
    listed_coverage: OptionalJson<unknown>;
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
    published_snapshot: BigInteger | null;
    watched: Generated<boolean>;
    deleted_at: OptionalTime;
    frozen_at: OptionalTime;
    planned_generation: Generated<number>;
  };
  version_name: {
    org_id: string;
    service_id: string;
    name: string;
    version_id: string;
    kind: 'name' | 'alias';
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
    document_path: Generated<string>;
    attestation: OptionalJson<unknown>;
    set_sha256: Buffer | null;
    tool: string | null;
    packed: Buffer | null;
    reader_version: Generated<number>;
    graph_state: string | null;
    service_count: Generated<number>;
    claim_count: Generated<number>;
    raw_removed_at: OptionalTime;
    traits: OptionalJson<unknown>;
    quality: OptionalJson<unknown>;
    blob_sha256: ColumnType<Buffer | null, never, never>;
  };
}
