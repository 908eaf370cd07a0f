/**
 * Counts failed sign-ins since the last successful one, for the audit log. A failed sign-in does not wait for the write, because
 * its response time would reveal that the account exists; a successful one waits for all earlier writes.
 */
import type { Database } from '../../store/database.ts';
import { countFailedSignIn } from '../../store/people/people.ts';

export interface FailedSignIns {
  record(personId: string): void;
  /** Resolves when all failures noted by this process are written. */
  written(personId: string): Promise<void>;
}

export interface FailedSignInsDeps {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

export function createFailedSignIns({ database, onError }: FailedSignInsDeps): FailedSignIns {
  // Writes run one at a time per account, so that a burst of failures uses one connection.
  const writing = new Map<string, Promise<void>>();

  async function write(before: Promise<void> | undefined, personId: string): Promise<void> {
    await before;
    try {
      await database.reference(async (tx) => await countFailedSignIn(tx, personId));
    } catch (error) {
      onError(error);
    }
  }

  return {
    record: (personId) => {
      const mine = write(writing.get(personId), personId).finally(() => {
        if (writing.get(personId) === mine) writing.delete(personId);
      });
      writing.set(personId, mine);
    },
    written: async (personId) => await writing.get(personId),
  };
}
