/** Tables of VEX documents, reachability documents and security profiles. */
import type { Generated } from 'kysely';
import type { BigInteger, Json, OptionalTime, Time } from '../column-types.ts';

export interface RelevanceTables {
  vex_document: {
    org_id: string;
    id: string;
    service_id: string | null;
    version_id: string | null;
    format: string;
    author: string;
    document_id: string | null;
    document_version: number | null;
    issued_at: Time;
    sha256: Buffer;
    size_bytes: BigInteger;
    statement_count: number;
    warnings: Json<unknown>;
    created_at: Time;
    created_by: string;
    superseded_by: string | null;
    superseded_at: OptionalTime;
    deleted_at: OptionalTime;
  };
  reachability_document: {
    org_id: string;
    id: string;
    service_id: string;
    version_id: string;
    kind: string;
    tool: string;
    image: string | null;
    commit_sha: string | null;
    sha256: Buffer;
    size_bytes: BigInteger;
    statements: Json<unknown>;
    created_at: Time;
    created_by: string;
  };
  profile: {
    org_id: string;
    id: string;
    service_id: string;
    name: string;
    is_default: Generated<boolean>;
    version: number;
    created_at: Time;
    deleted_at: OptionalTime;
  };
  profile_version: {
    org_id: string;
    profile_id: string;
    version: number;
    sha256: Buffer;
    applies_to: Json<unknown>;
    fields: Json<unknown>;
    documents: Json<unknown>;
    created_at: Time;
    created_by: string;
  };
  profile_document: {
    org_id: string;
    service_id: string;
    sha256: Buffer;
    kind: string;
    size_bytes: BigInteger;
    warnings: Json<unknown>;
    deployment: Json<unknown> | null;
    created_at: Time;
    created_by: string;
  };
}
