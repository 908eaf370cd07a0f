/** Tables of model answers and calls. */
import type { BigInteger, Decimal, OptionalJson, Time } from '../column-types.ts';

export interface AiTables {
  model_answer: {
    org_id: string;
    question_sha256: Buffer;
    model: string;
    prompt_version: string;
    purpose: string;
    outcome: string;
    reason: string | null;
    value: OptionalJson<unknown>;
    ids: OptionalJson<unknown>;
    reported_model: string;
    answered_at: Time;
    doubtful: boolean;
  };
  ai_call: {
    org_id: string;
    id: string;
    at: Time;
    purpose: string;
    service_id: string | null;
    finding_id: string | null;
    host: string;
    model: string;
    requested_model: string | null;
    fingerprint: string | null;
    prompt_version: string;
    question_sha256: Buffer;
    request_sha256: Buffer | null;
    response_sha256: Buffer | null;
    tokens_in: BigInteger;
    tokens_out: BigInteger;
    estimated: boolean;
    price_in: Decimal;
    price_out: Decimal;
    cost: Decimal;
    latency_ms: number;
    http_status: number | null;
    attempts: number;
    outcome: string;
    reason: string | null;
    request_body: string | null;
    response_body: string | null;
  };
}
