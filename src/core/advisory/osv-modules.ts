/**
 * The module that an update of rpm packages is for. Of a module several streams live side by side in one release, each with fixes
 * of its own; records have no member for it, but their titles say it: `nodejs:12 security update`.
 * https://docs.fedoraproject.org/en-US/modularity/
 */
import type { VersionWindow } from '../versions/version-window.ts';
import type { AffectedEntry } from './advisory.ts';

// `.module+el8.5.0+746`, `.module_el8.6.0+1`: packages that were built as part of a module say so in their release.
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;
// `Important: virt:rhel and virt-devel:rhel security update`: text with a blank behind its colon is no stream.
const STREAM = /(?<![^ ,(])[A-Za-z0-9_.+-]{1,64}:[A-Za-z0-9_.+-]{1,64}/g;

// `ALSA-2022:5468: php:8.0 security update`
const RECORD_ID = /^(?:RH|AL|RL)[SBE]A-/;
// Rocky Linux writes its own name into the titles of Red Hat: `go-toolset:Rocky Linux8` is the stream `rhel8`.
const RENAMED = /:Rocky Linux ?([0-9]{0,2})(?![0-9])/g;

/** Nothing for a package that is of no module; without streams where the title names none. */
export function modulesOf(windows: readonly VersionWindow[], title: string): Pick<AffectedEntry, 'modules'> {
  const isModular = windows.some(({ fixed, lastAffected }) => BUILT_IN_MODULE.test(fixed ?? lastAffected ?? ''));
  if (!isModular) return {};
  const streams = title.replace(RENAMED, ':rhel$1').match(STREAM) ?? [];
  return { modules: [...new Set(streams.filter((stream) => !RECORD_ID.test(stream)))].toSorted() };
}
