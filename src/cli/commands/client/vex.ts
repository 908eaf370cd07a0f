/** `assay vex`: exports the findings of a version as a VEX document, and imports documents of others. */
import { toPlainText } from '../../../core/text/plain-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import type { ExportedVexFormat } from '../../../core/vocabulary/vex.ts';
import { toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { sendFile } from '../../client/send-file.ts';
import { requireWritable, writeResult } from '../../documents/write-result.ts';
import { USAGE_INVALID } from '../../errors.ts';

export async function exportVex(
  values: ConnectionOptions & { readonly format: ExportedVexFormat; readonly output: string | undefined },
  service: string,
  version: string,
): Promise<void> {
  if (values.output !== undefined) await requireWritable(values.output);
  const input = { path: { service, version }, query: { format: values.format } };
  const document = await (await connect(values)).callText('listVersionVexDocuments', input, { accept: '*/*' });
  await writeResult(values.output, document.endsWith('\n') ? document : `${document}\n`);
}

interface ImportOptions extends ConnectionOptions {
  readonly service: string | undefined;
  readonly version: string | undefined;
  readonly json: boolean;
}

/** For a version, a service, or the whole organization. */
export async function importVex({ service, version, json, ...values }: ImportOptions, file: string): Promise<void> {
  if (version !== undefined && service === undefined)
    throw USAGE_INVALID({ problem: '"assay vex import" requires --service with --version.' });
  const client = await connect(values);
  const receipt = await sendFile(file, async (body) => {
    if (service === undefined) return await client.call('uploadOrganizationVex', { path: {} }, { body });
    if (version === undefined) return await client.call('uploadServiceVex', { path: { service } }, { body });
    return await client.call('uploadVersionVex', { path: { service, version } }, { body });
  });
  if (json) return await writeResult(undefined, toJsonText(receipt));
  const { statementCount, author, trust, reanalyzed, deduplicated, warnings } = receipt;
  const lines = [
    `${pluralize(statementCount, 'statement')} by ${author === '' ? 'an unnamed author' : toPlainText(author)}, trust: ${trust}.`,
    ...(deduplicated
      ? ['Nothing changed: the same document was sent before.']
      : [`${pluralize(reanalyzed, 'version')} analyzed again.`]),
    ...(trust === 'none'
      ? ['The statements are shown only: trust the author in the settings to let them take effect.']
      : []),
    ...warnings.map(({ text }) => toPlainText(text)),
  ];
  await writeResult(undefined, `${lines.join('\n')}\n`);
}
