/**
 * Finds system calls named in a text: `ptrace(2)`, `io_uring_enter()`, "the keyctl syscall". Only calls that are commonly denied
 * to a confined service are searched for. Names that are also ordinary words or methods (`clone()`, `mount()`) count only if the
 * text says that it means the system call.
 */

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

export function findSyscalls(words: readonly string[]): ReadonlySet<string> {
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
