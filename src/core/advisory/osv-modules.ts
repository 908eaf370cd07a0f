/**
 * Finds the module that an rpm update is for. A release can have several streams of a module side by side, each with its own
 * fixes. Records have no field for the stream, but their titles name it: `nodejs:12 security update`.
 * https://docs.fedoraproject.org/en-US/modularity/
 */
import type { VersionWindow } from '../versions/version-window.ts';
import type { AffectedEntry } from './advisory.ts';

// Packages built as part of a module have a marker in their release: `.module+el8.5.0+746`, `.module_el8.6.0+1`.
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;
// `Important: virt:rhel and virt-devel:rhel security update`: text with a space after the colon is not a stream.
const STREAM = /(?<![^ ,(])[A-Za-z0-9_.+-]{1,64}:[A-Za-z0-9_.+-]{1,64}/g;

// `ALSA-2022:5468: php:8.0 security update`
const RECORD_ID = /^(?:RH|AL|RL)[SBE]A-/;
// Rocky Linux replaces the name in Red Hat titles with its own: `go-toolset:Rocky Linux8` is the stream `rhel8`.
const RENAMED = /:Rocky Linux ?([0-9]{0,2})(?![0-9])/g;

/** Returns no `modules` for a package outside of a module, and an empty list if the title names no stream. */
export function modulesOf(windows: readonly VersionWindow[], title: string): Pick<AffectedEntry, 'modules'> {
  const isModular = windows.some(({ fixed, lastAffected }) => BUILT_IN_MODULE.test(fixed ?? lastAffected ?? ''));
  if (!isModular) return {};
  const streams = title.replace(RENAMED, ':rhel$1').match(STREAM) ?? [];
  return { modules: [...new Set(streams.filter((stream) => !RECORD_ID.test(stream)))].toSorted() };
}
