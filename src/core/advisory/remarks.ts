/**
 * Remarks in the records of a vulnerability that bear on its relevance, other than severity: phrases in the text, that it is
 * disputed, and that its CVE ids were withdrawn although another record still lists the package.
 */
import { DISPUTED, REJECTED } from './mentions.ts';

export interface Remarks {
  /** `only:windows`, `syscall:ptrace`, from all records; see `mentions.ts`. */
  readonly mentions: readonly string[];
  readonly isDisputed: boolean;
  /** Every CVE id is withdrawn or rejected; false if there is none. */
  readonly isWithdrawn: boolean;
}

export interface RemarkedRecord {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly mentions: readonly string[];
  readonly withdrawnAt: string | null;
}

/** `cves` are all CVE ids of the vulnerability. A withdrawal dated after `check` does not count yet. */
export function remarksOf(cves: readonly string[], records: readonly RemarkedRecord[], at: string): Remarks {
  const mentions = new Set(records.flatMap((record) => record.mentions));
  const isDisputed = mentions.delete(DISPUTED);
  mentions.delete(REJECTED);
  const isWithdrawn = cves.length > 0 && cves.every((cve) => isCveWithdrawn(cve, records, at));
  return { mentions: [...mentions].toSorted(), isDisputed, isWithdrawn };
}

/**
 * Records whose own id is the CVE id decide, and all of them must agree. If there are none, the CVE is rejected if a record about
 * it quotes the rejection: distributions copy the text of the CVE.
 */
function isCveWithdrawn(cve: string, records: readonly RemarkedRecord[], at: string): boolean {
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
