/**
 * The few things that are said of vulnerabilities in text alone and that a rule may use, as words of a closed vocabulary:
 * `only:windows`, `syscall:ptrace`, `disputed`, `rejected`. The text is walked once, word by word, and nothing of it is kept: what
 * it says beyond these words is for people.
 */
import { findLimits } from './mentioned-systems.ts';
import { findSyscalls } from './mentioned-syscalls.ts';
import { toWords } from './text-words.ts';

export const DISPUTED = 'disputed';
export const REJECTED = 'rejected';

/** In order, each once. */
export function mentionsIn(title: string, details: string): readonly string[] {
  const mentions = new Set<string>();
  for (const text of [title, details]) {
    for (const mark of marksIn(text)) mentions.add(mark);
    if (!HINT.test(text)) continue;
    const words = toWords(text);
    for (const os of findLimits(words)) mentions.add(`only:${os}`);
    for (const name of findSyscalls(words)) mentions.add(`syscall:${name}`);
  }
  return [...mentions].toSorted();
}

// What every phrase has one of: most texts need not be taken apart.
const HINT = /only|(?:limited|specific|restricted|exclusive) to|\(2?\)|syscall|system call/i;

// The marks of MITRE and NVD, in the forms of before and after 2023.
const DISPUTED_MARKS = ['** DISPUTED **', '**DISPUTED**', 'NOTE: this is disputed', 'NOTE: the vendor disputes'];
const REJECTED_STARTS = ['** REJECT', '**REJECT', 'Rejected reason:', 'REJECTED'];

function marksIn(text: string): readonly string[] {
  const isRejected = REJECTED_STARTS.some((start) => text.startsWith(start));
  const isDisputed = DISPUTED_MARKS.some((mark) => text.includes(mark));
  return [...(isDisputed ? [DISPUTED] : []), ...(isRejected ? [REJECTED] : [])];
}
