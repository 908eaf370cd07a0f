/** `assay gate`: fails a build by the findings of a version. */
import type { Confidence } from '../../../core/vocabulary/finding.ts';
import type { GateSeverity } from '../../../core/vocabulary/severity.ts';
import { chooseFormat, toJsonText } from '../../client/choose-format.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { toNumber } from '../../client/to-number.ts';
import { waitForGate } from '../../client/wait-for-gate.ts';
import { writeResult } from '../../documents/write-result.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { findTerminal } from '../../terminal/table.ts';
import { describeGate, describeGateMarkdown } from './describe-gate.ts';
import { exitByGates } from './exit-by-gates.ts';

export interface GateOptions extends ConnectionOptions {
  readonly 'fail-on': GateSeverity;
  readonly 'new-since': string | undefined;
  readonly 'fixable-only': boolean;
  readonly kev: boolean;
  readonly 'min-coverage': string | undefined;
  readonly 'min-confidence': Confidence | undefined;
  readonly 'wait-seconds': string;
  readonly json: boolean;
  readonly markdown: boolean;
}

export async function checkGate(values: GateOptions, service: string, version: string): Promise<void> {
  const format = chooseFormat(values, ['json', 'markdown']);
  const conditions = {
    severity: values['fail-on'],
    newSince: values['new-since'],
    fixableOnly: values['fixable-only'],
    kev: values.kev,
    minCoverage: values['min-coverage'],
    minConfidence: values['min-confidence'],
  };
  const waitSeconds = toNumber('--wait-seconds', values['wait-seconds'], { min: 0, max: 86_400 });
  const gate = await untilInterrupted(
    async (signal) =>
      await waitForGate(await connect(values, { signal }), {
        path: { service, version },
        conditions,
        waitSeconds,
        signal,
      }),
  );
  const name = `${service} ${version}`;
  const texts = {
    json: () => toJsonText(gate),
    markdown: () => describeGateMarkdown(gate, name),
    table: () => describeGate(gate, name, findTerminal()),
  };
  await writeResult(undefined, texts[format]());
  exitByGates([{ gate, name }]);
}
