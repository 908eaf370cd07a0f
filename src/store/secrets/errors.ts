import { defineError } from '../../core/errors.ts';

export const SECRET_KEY_FILE_UNUSABLE = defineError<{ path: string; problem: string }>(
  'SECRET_KEY_FILE_UNUSABLE',
  ({ path, problem }) =>
    `The secret key file ${path} cannot be used: ${problem}. It holds one key per line, 32 bytes in base64; "openssl rand -base64 32" makes one. Set ASSAY_SECRET_KEY_FILE to the right file.`,
);

/** A secret sealed with this key could not be opened by any other process. */
export const SECRET_KEY_WRONG = defineError(
  'SECRET_KEY_WRONG',
  () =>
    'This process has another secret key than the database: give ASSAY_SECRET_KEY_FILE of the others to it and start it again. If that key is lost, run "assay secret-key --adopt". Nothing was changed.',
);

/** Only the work that needs the secret has to wait. */
export const SECRET_UNREADABLE = defineError<{ keyId: string }>(
  'SECRET_UNREADABLE',
  ({ keyId }) =>
    `A secret was sealed by the key ${keyId}, which is not in the secret key file of this process. Give it the right ASSAY_SECRET_KEY_FILE, or make a new secret.`,
);
