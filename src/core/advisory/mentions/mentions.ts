/**
 * Extracts the few facts that advisories state only in text and that a rule may use, as terms of a closed vocabulary:
 * `only:windows`, `syscall:ptrace`, `disputed`, `rejected`. The text is scanned once, word by word, and no other part of it is
 * used.
 */
import { findSystemLimits } from './system-limits.ts';
import { findSyscalls } from './syscalls.ts';
import { toWords } from './text-words.ts';

export const DISPUTED = 'disputed';
export const REJECTED = 'rejected';

/** Returns the terms sorted and without duplicates. */
export function mentionsIn(title: string, details: string): readonly string[] {
  const mentions = new Set<string>();
  for (const text of [title, details]) {
    for (const mark of marksIn(text)) mentions.add(mark);
    if (!HINT.test(text)) continue;
    const words = toWords(text);
    for (const os of findSystemLimits(words)) mentions.add(`only:${os}`);
    for (const name of findSyscalls(words)) mentions.add(`syscall:${name}`);
  }
  return [...mentions].toSorted();
}

// Every phrase contains one of these, so most texts need not be split into words.
const HINT = /only|(?:limited|specific|restricted|exclusive) to|\(2?\)|syscall|system call/i;

// The markers of MITRE and NVD, in the forms used before and after 2023.
const DISPUTED_MARKS = ['** DISPUTED **', '**DISPUTED**', 'NOTE: this is disputed', 'NOTE: the vendor disputes'];
const REJECTED_STARTS = ['** REJECT', '**REJECT', 'Rejected reason:', 'REJECTED'];

function marksIn(text: string): readonly string[] {
  const isRejected = REJECTED_STARTS.some((start) => text.startsWith(start));
  const isDisputed = DISPUTED_MARKS.some((mark) => text.includes(mark));
  return [...(isDisputed ? [DISPUTED] : []), ...(isRejected ? [REJECTED] : [])];
}
