/**
 * Extracts the few facts that advisories state only in text and that a rule may use, as terms of a closed vocabulary:
 * `only:windows`, `syscall:ptrace`, `disputed`, `rejected`. The text is scanned once, word by word, and no other part of it is
 * used.
 */
import { findSystemLimits } from './system-limits.ts';
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

const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'add_key',
  'bpf',
  'clone3',
  'delete_module',
  'execve',
  'execveat',
  'fanotify_init',
  'finit_module',
  'fsconfig',
  'fsopen',
  'init_module',
  'io_uring_enter',
  'io_uring_register',
  'io_uring_setup',
  'kexec_file_load',
  'kexec_load',
  'keyctl',
  'modify_ldt',
  'move_mount',
  'move_pages',
  'open_by_handle_at',
  'open_tree',
  'perf_event_open',
  'pidfd_getfd',
  'pivot_root',
  'process_madvise',
  'process_vm_readv',
  'process_vm_writev',
  'ptrace',
  'request_key',
  'seccomp',
  'setns',
  'unshare',
  'userfaultfd',
  'vmsplice',
]);
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'acct',
  'chroot',
  'clone',
  'fork',
  'mount',
  'personality',
  'quotactl',
  'reboot',
  'splice',
  'swapon',
  'tee',
  'umount',
  'umount2',
  'vfork',
]);

/**
 * Finds system calls named in a text: `ptrace(2)`, `io_uring_enter()`, "the keyctl syscall". Only calls that are commonly denied
 * to a confined service are searched for. Names that are also ordinary words or methods (`clone()`, `mount()`) count only if the
 * text says that it means the system call.
 */
function findSyscalls(words: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [i, word] of words.entries()) {
    const isKnown = UNMISTAKABLE.has(word);
    if (!isKnown && !AMBIGUOUS.has(word)) continue;
    if (isCall(words, i + 1) || (isKnown && words[i + 1] === '(' && words[i + 2] === ')')) found.add(word);
  }
  return found;
}

function isCall(words: readonly string[], at: number): boolean {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === '(') return second === '2' && third === ')';
  return (
    first === 'syscall' || first === 'syscalls' || (first === 'system' && (second === 'call' || second === 'calls'))
  );
}
