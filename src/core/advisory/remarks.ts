/**
 * What the records of a vulnerability say that bears on whether it matters, beside how severe it is: phrases of their texts, that
 * somebody disputes it, and that its CVE ids were taken back although another record still speaks of the package.
 */
import { DISPUTED, REJECTED } from './mentions.ts';

export interface Remarks {
  /** `only:windows`, `syscall:ptrace`, of all records; see `mentions.ts`. */
  readonly mentions: readonly string[];
  readonly isDisputed: boolean;
  /** Every CVE id is withdrawn or rejected; false where there is none. */
  readonly isWithdrawn: boolean;
}

export interface RemarkedRecord {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly mentions: readonly string[];
  readonly withdrawnAt: string | null;
}

/** `cves` are all CVE ids of the vulnerability. A withdrawal that was announced for after `at` is none yet. */
export function remarksOf(cves: readonly string[], records: readonly RemarkedRecord[], at: string): Remarks {
  const mentions = new Set(records.flatMap((record) => record.mentions));
  const isDisputed = mentions.delete(DISPUTED);
  mentions.delete(REJECTED);
  const isWithdrawn = cves.length > 0 && cves.every((cve) => isTakenBack(cve, records, at));
  return { mentions: [...mentions].toSorted(), isDisputed, isWithdrawn };
}

/**
 * Those who have the id for their own know best, and all of them have to agree. Where nobody has, it is rejected when a record that
 * is about it quotes so: a distribution copies the text of the CVE.
 */
function isTakenBack(cve: string, records: readonly RemarkedRecord[], at: string): boolean {
  const own = records.filter(({ id }) => id === cve);
  if (own.length > 0) return own.every((record) => isWithdrawnAt(record, at) || isRejected(record));
  return records.some(
    (record) => isRejected(record) && (record.id.endsWith(`-${cve}`) || record.aliases.includes(cve)),
  );
}

function isWithdrawnAt({ withdrawnAt }: RemarkedRecord, at: string): boolean {
  return withdrawnAt !== null && withdrawnAt <= at;
}

function isRejected({ mentions }: RemarkedRecord): boolean {
  return mentions.includes(REJECTED);
}
