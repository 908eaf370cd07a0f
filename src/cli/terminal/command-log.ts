/**
 * Logs problems that do not stop a command: one uncolored line on standard error, for terminals and nightly jobs. The logger is
 * loaded with the first problem, because most commands have none.
 */
import type { Logger } from '../../telemetry/log.ts';

/** In the form of loggers that take a level, a message and fields. */
export function logCommandProblem(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  if (level === 'warn' || level === 'error') void log(level, message, fields);
}

/** In the form of loggers with a method for each level. */
export const commandLog = {
  warn: (fields: Readonly<Record<string, unknown>>, message: string): void =>
    logCommandProblem('warn', message, fields),
};

let logger: Logger | undefined;

async function log(level: 'warn' | 'error', message: string, fields: object): Promise<void> {
  const { createLogger, toTextStream } = await import('../../telemetry/log.ts');
  logger ??= createLogger('warn', toTextStream(process.stderr, { format: 'text', color: false }));
  logger[level](fields, message);
}
