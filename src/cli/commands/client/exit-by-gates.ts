/** Sets the exit code of a command by the results of gates: only a pass is a success. */
import type { WireGate } from '../../../api/contract/history/gate.ts';
import { listReasons } from './describe-gate.ts';
import { GATE_UNKNOWN } from '../../errors.ts';
import { GATE_EXIT_CODE } from '../../exit-codes.ts';

export function exitByGates(gates: readonly { readonly gate: WireGate; readonly name: string }[]): void {
  const open = gates.find(({ gate }) => gate.result === 'pending' || gate.result === 'unknown');
  if (gates.some(({ gate }) => gate.result === 'fail')) process.exitCode ??= GATE_EXIT_CODE;
  else if (open !== undefined) throw GATE_UNKNOWN({ name: open.name, reasons: listReasons(open.gate).join(' ') });
}
