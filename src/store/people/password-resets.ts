/**
 * Links to set a new password. Only the SHA-256 of a code is stored. A code works once, and becomes invalid with any new
 * password.
 */
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { ReferenceTx } from '../database.ts';

export interface PasswordReset {
  readonly personId: string;
  /** The organization whose administrator created the link; null for a link that was mailed to the person. */
  readonly orgId: string | null;
  readonly expiresAt: string;
}

export interface NewPasswordReset extends PasswordReset {
  readonly codeSha256: Buffer;
  readonly createdAt: string;
}

/** Also removes expired links of the person. */
export async function insertPasswordReset(tx: ReferenceTx, reset: NewPasswordReset): Promise<void> {
  await tx.db
    .deleteFrom('password_reset')
    .where('person_id', '=', reset.personId)
    .where('expires_at', '<=', sql<Date>`${reset.createdAt}::timestamptz`)
    .execute();
  await tx.db
    .insertInto('password_reset')
    .values({
      code_sha256: reset.codeSha256,
      person_id: reset.personId,
      org_id: reset.orgId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** Returns undefined when the code is unknown, used or expired. */
export async function findPasswordReset(
  tx: ReferenceTx,
  codeSha256: Buffer,
  at: string,
): Promise<PasswordReset | undefined> {
  const row = await tx.db
    .selectFrom('password_reset')
    .select(['person_id as personId', 'org_id as orgId', 'expires_at as expiresAt'])
    .where('code_sha256', '=', codeSha256)
    .where('expires_at', '>', sql<Date>`${at}::timestamptz`)
    .executeTakeFirst();
  return row && toIsoTimes(row);
}

/** Deletes the code. Of several concurrent callers, one gets true. */
export async function consumePasswordReset(tx: ReferenceTx, codeSha256: Buffer, at: string): Promise<boolean> {
  const row = await tx.db
    .deleteFrom('password_reset')
    .where('code_sha256', '=', codeSha256)
    .where('expires_at', '>', sql<Date>`${at}::timestamptz`)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}
