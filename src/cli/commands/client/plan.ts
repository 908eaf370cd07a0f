/** `assay plan`: the upgrades that fix the findings of a version, urgent ones first, with commands to copy. */
import type { WireAction, WireRemediation } from '../../../api/contract/findings/remediation.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { chooseFormat, toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { findVersion } from '../../client/find-version.ts';
import { toNumber } from '../../client/to-number.ts';
import { writeResult } from '../../documents/write-result.ts';

export interface PlanOptions extends ConnectionOptions {
  readonly strategy: string;
  readonly 'max-distance': string | undefined;
  readonly image: string | undefined;
  readonly limit: string;
  readonly json: boolean;
  readonly markdown: boolean;
}

export async function showPlan(values: PlanOptions, service: string, version?: string): Promise<void> {
  const format = chooseFormat(values, ['json', 'markdown']);
  const limit = toNumber('--limit', values.limit, { min: 1, max: 1_000 });
  const client = await connect(values);
  const { strategy, 'max-distance': maxDistance, image } = values;
  const input = { path: await findVersion(client, service, version), query: { strategy, maxDistance, image, limit } };
  if (format === 'markdown')
    return await writeResult(
      undefined,
      await client.callText('getRemediationPlan', input, { accept: 'text/markdown' }),
    );
  const plan = await client.call('getRemediationPlan', input);
  await writeResult(undefined, format === 'json' ? toJsonText(plan) : describePlan(plan));
}

export function describePlan({ actions, actionCount, residualCount, prediction, basis }: WireRemediation): string {
  if (basis.analysisId === null) return 'Not analyzed yet: no plan.\n';
  const { before, after } = prediction;
  const steps = actions.map((action, at) => describeStep(action, at + 1)).join('\n');
  const lines = [
    ...(actionCount > actions.length
      ? [`Showing ${actions.length} of ${actionCount} steps. Raise --limit to see more.`]
      : []),
    `${pluralize(actionCount, 'step')}: ${pluralize(before.total, 'finding')} before, ${after.total} after all steps.`,
    ...(residualCount === 0 ? [] : [`${pluralize(residualCount, 'finding')} without a verified fix.`]),
  ];
  return `${steps === '' ? '' : `${steps}\n`}${lines.join('\n')}\n`;
}

function describeStep({ text, urgent, fixesCount, commands, sentence, after }: WireAction, number: number): string {
  const lines = [
    `${number}. ${toPlainText(text)}${urgent ? ' (urgent)' : ''}`,
    `   Fixes ${pluralize(fixesCount, 'finding')}; ${after.findings} remain after this step.`,
    ...commands.flatMap(({ manager, text: command, file }) => [
      `   ${toPlainText(manager)}${file === null ? '' : `, in ${toPlainText(file)}`}:`,
      ...command.split('\n').map((line) => `     ${toPlainText(line, LINE_CHARACTERS_MAX)}`),
    ]),
    ...(commands.length > 0 || sentence === null ? [] : [`   ${toPlainText(sentence)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const LINE_CHARACTERS_MAX = 1_000;
