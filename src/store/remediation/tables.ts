/** Tables of plans and their results. */
import type { BigInteger, Time } from '../column-types.ts';

export interface RemediationTables {
  remediation_plan: {
    org_id: string;
    version_id: string;
    analysis_id: string;
    snapshot: BigInteger;
    at: Time;
    format_version: number;
    input_sha256: Buffer;
    content_sha256: Buffer;
    packed_sha256: Buffer;
    action_count: number;
    packed: Buffer;
  };
  remediation_check: {
    org_id: string;
    version_id: string;
    previous_id: string;
    analysis_id: string;
    at: Time;
    format_version: number;
    content_sha256: Buffer;
    packed: Buffer;
  };
}
