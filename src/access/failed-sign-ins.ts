/**
 * How often somebody failed to sign in since they last got in, for the audit log. No failure waits until it is written, because
 * the time of its answer would tell that there is such an account; who gets in waits for those before.
 */
import type { Database } from '../store/database.ts';
import { countFailedSignIn } from '../store/people/people.ts';

export interface FailedSignIns {
  note(personId: string): void;
  /** When all that were noted here are written. */
  written(personId: string): Promise<void>;
}

export interface FailedSignInsDeps {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

export function createFailedSignIns({ database, onError }: FailedSignInsDeps): FailedSignIns {
  // One after another for an account, so that a burst of failures holds one connection.
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
    note: (personId) => {
      const mine = write(writing.get(personId), personId).finally(() => {
        if (writing.get(personId) === mine) writing.delete(personId);
      });
      writing.set(personId, mine);
    },
    written: async (personId) => await writing.get(personId),
  };
}
