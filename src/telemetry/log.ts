/**
 * Structured logs: constant messages with fields, never with secrets. Writes one JSON object per line, or readable lines on a
 * terminal.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { toTextLine } from './text-lines.ts';

export type { Logger };

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  '*.authorization',
  '*.cookie',
  '*["set-cookie"]',
  '*.password',
  '*.token',
  '*.secret',
  'req.headers.authorization',
  'req.headers.cookie',
];

const STANDARD_ERROR = 2;

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS, censor: '[redacted]' },
    serializers: { err: describeError },
  };
  return pino(options, destination ?? pino.destination({ dest: STANDARD_ERROR, sync: true }));
}

export interface LogOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export interface LogStyle {
  readonly format: 'auto' | 'text' | 'json';
  /** Undefined means color on a terminal. */
  readonly color?: boolean | undefined;
}

/** Returns a stream of readable lines, or undefined for JSON. */
export function toTextStream(output: LogOutput, { format, color }: LogStyle): DestinationStream | undefined {
  const isTerminal = output.isTTY === true;
  if (format === 'json' || (format === 'auto' && !isTerminal)) return undefined;
  return { write: (line) => void output.write(toTextLine(line, color ?? isTerminal)) };
}
