/** `assay profile push`: sends deployment and runtime documents to the security profile of a service on a running Assay. */
import { basename } from 'node:path';
import type { WireProfile } from '../../api/contract/services/profile.ts';
import { LIMITS } from '../../core/limits.ts';
import { pluralize } from '../../core/text/pluralize.ts';
import { USAGE_INVALID } from '../errors.ts';
import { getAssayAddress, pushFile } from '../push-file.ts';
import { toColumns } from '../terminal/columns.ts';
import { parseArguments, runAction } from '../terminal/parse-arguments.ts';

export async function profile(parameters: readonly string[]): Promise<void> {
  await runAction('profile', { push }, parameters);
}

const FLAGS = {
  service: { type: 'string' },
  profile: { type: 'string', default: 'default' },
  confirm: { type: 'boolean', default: false },
} as const;

async function push(parameters: readonly string[]): Promise<void> {
  const more = Array.from({ length: LIMITS.documentsPerProfileMax - 1 }, () => 'another file');
  const { values, places: files } = parseArguments('profile push', parameters, FLAGS, ['a file'], more);
  const { service, profile: name, confirm } = values;
  if (service === undefined) throw USAGE_INVALID({ problem: '"assay profile push" requires --service.' });
  const address = getAssayAddress('profile push');
  const path = `/service/${encodeURIComponent(service)}/profile/${encodeURIComponent(name)}/document`;
  let saved: WireProfile | undefined;
  for (const file of files) {
    const query = new URLSearchParams({ name: basename(file), inForce: String(confirm) });
    saved = (await pushFile(address, `${path}?${query.toString()}`, file)) as WireProfile;
  }
  if (saved !== undefined) process.stdout.write(describeProfile(saved, confirm));
}

/** What the documents show, with the place of each value. */
function describeProfile({ documents, fields, suggestions }: WireProfile, confirmed: boolean): string {
  const shown = Object.entries(confirmed ? fields : suggestions).filter(([, { source }]) => source === 'imported');
  const rows = shown.map(([path, { value, evidence }]) => [
    path,
    typeof value === 'string' ? value : JSON.stringify(value),
    evidence ?? '',
  ]);
  const skipped = documents.flatMap(({ name, warnings }) =>
    warnings.map(({ line, message, text }) => `${name ?? ''} line ${line}: ${message} ${text}\n`),
  );
  const count = pluralize(shown.length, 'value');
  const outcome = confirmed
    ? `${count} in effect.`
    : `${count} detected. They take effect when you confirm them: in the portal, or with --confirm.`;
  return `${rows.length === 0 ? '' : toColumns([['FIELD', 'VALUE', 'SHOWN BY'], ...rows])}${skipped.join('')}${outcome}\n`;
}
