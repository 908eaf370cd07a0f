/**
 * Modules of rpm distributions: several streams of one package (nodejs 12, 14, 16) live side by side in a release, and each has
 * its own fixes. A package that was built in a module never meets one that was not.
 */
import type { VersionWindow } from '../../versions/version-window.ts';
import type { NamedEntry, Subject } from './names.ts';

export type StreamVerdict = 'same' | 'same-by-version' | 'other' | 'unknown';

export function compareStreams({ identity }: Subject, { candidate, testedVersion }: NamedEntry): StreamVerdict {
  const { module } = identity;
  const { modules, windows } = candidate.entry;
  if (module === undefined || modules === undefined) return module === modules ? 'same' : 'other';
  if (module !== '' && modules.length > 0) return modules.includes(module) ? 'same' : 'other';
  // One of the two does not say; builds of the same minor version are of one stream all the same.
  const line = lineOf(testedVersion);
  return windows.some((window) => line !== undefined && line === lineOf(endOf(window))) ? 'same-by-version' : 'unknown';
}

function endOf({ fixed, lastAffected }: VersionWindow): string {
  return fixed ?? lastAffected ?? '';
}

const LINE = /^(?:[0-9]{1,10}:)?([0-9]{1,10}\.[0-9]{1,10})(?![0-9])/;

/** Of `1:12.22.5-1.module+el8` the line is `12.22`. */
function lineOf(version: string): string | undefined {
  return LINE.exec(version)?.[1];
}
