/** `assay profile push`: sends deployment and runtime documents to the security profile of a service on a running Assay. */
import { basename } from 'node:path';
import type { WireProfile } from '../../api/contract/services/profile.ts';
import { LIMITS } from '../../core/limits.ts';
import { pluralize } from '../../core/text/pluralize.ts';
import { USAGE_INVALID } from '../errors.ts';
import { sendFile } from '../client/send-file.ts';
import { connect, type ConnectionOptions } from '../client/connect.ts';
import { toColumns } from '../terminal/columns.ts';

interface ProfileOptions extends ConnectionOptions {
  readonly service: string | undefined;
  readonly profile: string;
  readonly confirm: boolean;
}

export async function pushDocuments(values: ProfileOptions, files: readonly string[]): Promise<void> {
  const { service, profile, confirm } = values;
  if (service === undefined) throw USAGE_INVALID({ problem: '"assay profile push" requires --service.' });
  if (files.length > LIMITS.documentsPerProfileMax)
    throw USAGE_INVALID({ problem: `A profile has at most ${LIMITS.documentsPerProfileMax} documents.` });
  const client = await connect(values);
  let saved: WireProfile | undefined;
  for (const file of files) {
    const input = { path: { service, profile }, query: { name: basename(file), inForce: confirm } };
    saved = await sendFile(file, async (body) => await client.call('uploadProfileDocument', input, { body }));
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
