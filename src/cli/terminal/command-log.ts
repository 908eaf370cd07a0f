/** Logs problems that do not stop a command: one uncolored line on standard error, for terminals and nightly jobs. */
import { createLogger, toTextStream } from '../../telemetry/log.ts';

export const commandLog = createLogger('warn', toTextStream(process.stderr, { format: 'text', color: false }));

/** In the form of loggers that take a level, a message and fields. */
export function logCommandProblem(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  commandLog[level](fields, message);
}
