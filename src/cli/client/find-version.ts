import type { AssayClient } from '../../client/assay-client.ts';
import { quote } from '../../core/errors.ts';
import { VERSION_ABSENT } from '../errors.ts';

/** Returns the given version, or the newest one of the service. */
export async function findVersion(
  client: AssayClient,
  service: string,
  version: string | undefined,
): Promise<{ readonly service: string; readonly version: string }> {
  if (version !== undefined) return { service, version };
  const [newest] = await client.call('listVersions', { path: { service }, query: { limit: 1 } });
  if (newest === undefined) throw VERSION_ABSENT({ service });
  process.stderr.write(`Newest version: ${quote(newest.name)}\n`);
  return { service, version: newest.id };
}
