/** Trouble on the way of a command that goes on: a line on the standard error, without color, for people and for nightly jobs. */
import { createLogger, toTextStream } from '../telemetry/log.ts';

export const commandLog = createLogger('warn', toTextStream(process.stderr, { format: 'text', color: false }));

/** As the parts that log by level, message and fields want it. */
export function logCommandTrouble(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  commandLog[level](fields, message);
}
