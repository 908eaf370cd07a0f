/** Tables of the installation, organizations, people, tokens, settings and the audit log. */
import type { ColumnType, Generated } from 'kysely';
import type { Role } from '../../core/vocabulary/access.ts';
import type { BigInteger, Json, OptionalJson, OptionalTime, Time } from '../column-types.ts';

export interface PeopleTables {
  installation: {
    singleton: Generated<boolean>;
    created_at: Time;
    secret_check: ColumnType<string | null, string | null | undefined, string | null>;
  };
  organization: {
    id: string;
    name: string;
    created_at: Time;
    applied_snapshot: Generated<BigInteger>;
    applied_engine: string | null;
    matched_snapshot: Generated<BigInteger>;
    matched_engine: string | null;
    deleted_at: OptionalTime;
  };
  person: {
    id: string;
    email: string;
    password_hash: string;
    created_at: Time;
    name: Generated<string>;
    preferences: ColumnType<unknown, string | undefined, string>;
    failed_sign_ins: Generated<number>;
  };
  membership: {
    person_id: string;
    org_id: string;
    role: Role;
    created_at: Time;
    last_seen_at: OptionalTime;
    last_visit_at: OptionalTime;
  };
  session: {
    id: string;
    secret_sha256: Buffer;
    person_id: string;
    org_id: string;
    created_at: Time;
    last_used_at: Time;
    expires_at: Time;
    ends_at: Time;
    revoked_at: OptionalTime;
    user_agent: string;
    address: string;
    device_sha256: Buffer | null;
  };
  password_reset: {
    code_sha256: Buffer;
    person_id: string;
    org_id: string | null;
    created_at: Time;
    expires_at: Time;
  };
  invitation_directory: { code_sha256: Buffer; org_id: string; invitation_id: string };
  invitation: {
    org_id: string;
    id: string;
    email: string;
    role: Role;
    created_at: Time;
    created_by: string;
    expires_at: Time;
    accepted_at: OptionalTime;
    revoked_at: OptionalTime;
  };
  saved_filter: { org_id: string; person_id: string; n: number; name: string; query: string };
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
    created_by_kind: string;
    created_by_id: string | null;
    owner_id: string | null;
    expires_at: OptionalTime;
    expiry_notice_days: ColumnType<number | null, undefined, never>;
    revoked_at: OptionalTime;
    last_used_at: OptionalTime;
  };
  setting: { org_id: string; name: string; value: Json<unknown>; updated_at: Time };
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
