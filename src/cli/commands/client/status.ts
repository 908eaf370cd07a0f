/** `assay status`: whether a running Assay accepts uploads, how old its advisories are, and what the token is allowed to do. */
import type { WireReadiness } from '../../../api/contract/health.ts';
import type { WireMe } from '../../../api/contract/organization/person.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { writeResult } from '../../documents/write-result.ts';
import { ERROR_EXIT_CODE } from '../../exit-codes.ts';

export async function showStatus(values: ConnectionOptions & { readonly json: boolean }): Promise<void> {
  const client = await connect(values);
  const readiness = await client.getReadiness();
  // Without a database, the token cannot be checked.
  const me = readiness.status === 'unavailable' ? undefined : await client.call('getMe', { path: {} });
  await writeResult(undefined, values.json ? toJsonText({ readiness, me: me ?? null }) : describeStatus(readiness, me));
  if (readiness.status === 'unavailable') process.exitCode = ERROR_EXIT_CODE;
}

const STATUS_LABELS: Readonly<Record<WireReadiness['status'], string>> = {
  ok: 'accepts uploads',
  degraded: 'accepts uploads, but needs attention',
  unavailable: 'does not accept uploads',
};

export function describeStatus(
  { status, advisories, problems, warnings }: WireReadiness,
  me: WireMe | undefined,
): string {
  const lines = [
    ['Assay', STATUS_LABELS[status]],
    ['Advisories', describeAdvisories(advisories)],
    ...problems.map(({ message }) => ['Problem', toPlainText(message)]),
    ...warnings.map((warning) => ['Warning', toPlainText(warning)]),
    ...(me === undefined ? [] : describeCaller(me)),
  ];
  return lines.map(([label = '', value = '']) => `${label.padEnd(LABEL_WIDTH)}  ${value}\n`).join('');
}

const LABEL_WIDTH = 12;
const HOUR_SECONDS = 3_600;

function describeAdvisories({ state, sources }: WireReadiness['advisories']): string {
  const ages = sources.flatMap(({ name, ageSeconds }) =>
    ageSeconds === null ? [] : [`${toPlainText(name)} ${Math.round(ageSeconds / HOUR_SECONDS)} h ago`],
  );
  return `${state}${ages.length === 0 ? '' : ` (last sync: ${ages.join(', ')})`}`;
}

function describeCaller({ organization, token, scopes }: WireMe): string[][] {
  const expires = token?.expiresAt?.slice(0, 10) ?? 'never';
  return [
    ['Organization', toPlainText(organization.name)],
    ...(token === null ? [] : [['Token', `${toPlainText(token.name)}, expires ${expires}`]]),
    ['Scopes', scopes.join(', ')],
  ];
}
