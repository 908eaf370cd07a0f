/**
 * The module that an update of rpm packages is for. Of a module several streams live side by side in one release, each with fixes
 * of its own; records have no member for it, but their titles say it: `nodejs:12 security update`.
 * https://docs.fedoraproject.org/en-US/modularity/
 */
import type { VersionWindow } from '../versions/version-window.ts';
import type { AffectedEntry } from './advisory.ts';

// `.module+el8.5.0+746`, `.module_el8.6.0+1`: packages that were built as part of a module say so in their release.
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;
// `Important: virt:rhel and virt-devel:rhel security update`: what has a blank behind its colon is no stream.
const STREAM = /(?<![^ ,(])[A-Za-z0-9_.+-]{1,64}:[A-Za-z0-9_.+-]{1,64}/g;

/** Nothing for a package that is of no module; without streams where the title names none. */
export function modulesOf(windows: readonly VersionWindow[], title: string): Pick<AffectedEntry, 'modules'> {
  const isModular = windows.some(({ fixed, lastAffected }) => BUILT_IN_MODULE.test(fixed ?? lastAffected ?? ''));
  return isModular ? { modules: [...new Set(title.match(STREAM))].toSorted() } : {};
}
