import { defineError } from '../../core/errors.ts';

export const SECRET_KEY_FILE_UNUSABLE = defineError<{ path: string; problem: string }>(
  'SECRET_KEY_FILE_UNUSABLE',
  ({ path, problem }) =>
    `Cannot use the secret key file ${path}: ${problem}. It must contain one key per line, 32 bytes in base64, for example from "openssl rand -base64 32". Set ASSAY_SECRET_KEY_FILE to the right file.`,
);

/** A secret sealed with this key could not be opened by any other process. */
export const SECRET_KEY_WRONG = defineError(
  'SECRET_KEY_WRONG',
  () =>
    'The secret key of this process does not match the database. Nothing was changed. Set ASSAY_SECRET_KEY_FILE to the same file as the other processes and restart. If that key is lost, run "assay secret-key --adopt".',
);

/** Only the work that needs the secret has to wait. */
export const SECRET_UNREADABLE = defineError<{ keyId: string }>(
  'SECRET_UNREADABLE',
  ({ keyId }) =>
    `A secret is encrypted with the key ${keyId}, which is not in the secret key file of this process. Set ASSAY_SECRET_KEY_FILE to the right file, or create a new secret.`,
);
