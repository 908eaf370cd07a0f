/** Documents of AppArmor and seccomp as operators write them, for items about what a running service is not let do. */

/** It may read its own folder and the libraries of the system, and start nothing. */
export const STARTS_NOTHING = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /etc/ssl/** r,
  /tmp/** rw,
  network inet stream,
}
`;

/** Rules that only tell what would have been denied. */
export const ONLY_COMPLAINS = STARTS_NOTHING.replace('enforce', 'complain');

/** One program is enough for whoever can choose its arguments. */
export const STARTS_A_SHELL = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /bin/sh ix,
  network inet stream,
}
`;

/** What it starts is no longer held by anything. */
export const STARTS_UNCONFINED = `profile service flags=(enforce) {
  /srv/app/** r,
  /usr/lib/** mr,
  /usr/bin/git ux,
}
`;

/** Reads its own folder, and nothing of the libraries of the system but the two that every program needs. */
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
