/** AppArmor and seccomp documents as operators write them, for items about restrictions at runtime. */

/** May read its own folder and the system libraries, and start nothing. */
export const STARTS_NOTHING = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /etc/ssl/** r,
  /tmp/** rw,
  network inet stream,
}
`;

/** Rules that only log what would have been denied. */
export const ONLY_COMPLAINS = STARTS_NOTHING.replace('enforce', 'complain');

/** One program is enough for an attacker who controls its arguments. */
export const STARTS_A_SHELL = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /bin/sh ix,
  network inet stream,
}
`;

/** The programs that it starts are not confined. */
export const STARTS_UNCONFINED = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /usr/bin/git ux,
}
`;

/** Reads its own folder, and only two system libraries that every program needs. */
export const LOADS_ITS_OWN = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/libc.so.6 mr,
  /usr/lib/libm.so.6 mr,
  network inet stream,
}
`;

export const BLOCKS_EXEC = denying('execve', 'execveat');
export const BLOCKS_EXECVE_ALONE = denying('execve');

/** Everything else is allowed. */
export function denying(...names: readonly string[]): string {
  return JSON.stringify({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [{ names, action: 'SCMP_ACT_ERRNO' }] });
}
