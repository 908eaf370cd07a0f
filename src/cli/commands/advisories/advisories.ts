/**
 * `assay advisories`: syncs the sources now instead of on schedule, shows their status and records, and exports them for
 * installations without a network. It works with or without a running Assay; a lease keeps two processes from importing the same
 * source.
 */
import { quote } from '../../../core/errors.ts';
import { exportAdvisories } from './export.ts';
import { importAdvisories } from './import.ts';
import { show } from './show.ts';
import { status } from './status.ts';
import { sync } from './sync.ts';
import { USAGE_INVALID } from '../../errors.ts';

const ACTIONS: Readonly<Record<string, (parameters: readonly string[]) => Promise<void>>> = {
  sync,
  status,
  show,
  export: exportAdvisories,
  import: importAdvisories,
};

export async function advisories([action = '', ...parameters]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act === undefined) {
    const given = action && `, not ${quote(action)}`;
    throw USAGE_INVALID({ problem: `"assay advisories" expects sync, status, show, export or import${given}.` });
  }
  await act(parameters);
}
