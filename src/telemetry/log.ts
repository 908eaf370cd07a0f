/**
 * Structured logs: constant messages with fields, never with secrets. Writes one JSON object per line, or readable lines on a
 * terminal.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.ts';

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

interface Line {
  readonly level?: unknown;
  readonly time?: unknown;
  readonly msg?: unknown;
  readonly err?: unknown;
  readonly [field: string]: unknown;
}

const LEVELS: Readonly<Record<string, readonly [string, number]>> = {
  trace: ['TRACE', 90],
  debug: ['DEBUG', 90],
  info: ['INFO', 36],
  warn: ['WARN', 33],
  error: ['ERROR', 31],
  fatal: ['FATAL', 31],
};
const DIM = 90;

/**
 * Converts one JSON line of the logger to `12:03:45 WARN  feed unreachable: getaddrinfo ENOTFOUND ... source=osv`, colored on a
 * terminal. Other text stays unchanged.
 */
function toTextLine(json: string, hasColor: boolean): string {
  const line = parseLine(json);
  if (line === undefined) return json;
  const { level, time, msg, err, ...fields } = line;
  const paint = (text: string, color: number): string => (hasColor ? `\u001B[${color}m${text}\u001B[0m` : text);
  const [name, color] = LEVELS[String(level)] ?? [String(level), DIM];
  const { message, stack } = errorOf(err);
  const facts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${toText(value)}`);
  const words = [typeof msg === 'string' ? msg : '', ...(message === undefined ? [] : [message])].join(': ');
  const head = `${paint(toClock(time), DIM)} ${paint(name.padEnd(5), color)} ${escape(words)}`;
  const tail = facts.length === 0 ? '' : ` ${paint(escape(facts.join(' ')), DIM)}`;
  const frames = stack === undefined ? '' : `\n${paint(stack.split('\n').slice(1).map(escape).join('\n'), DIM)}`;
  return `${head}${tail}${frames}\n`;
}

function parseLine(json: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && 'msg' in value ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function errorOf(err: unknown): { readonly message?: string; readonly stack?: string } {
  if (typeof err !== 'object' || err === null) return {};
  const { message, stack } = err as { readonly message?: unknown; readonly stack?: unknown };
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof stack === 'string' && { stack }),
  };
}

function toText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value === '' || /\s/.test(value) ? JSON.stringify(value) : value;
}

function toClock(time: unknown): string {
  const date = new Date(String(time));
  if (Number.isNaN(date.getTime())) return '--:--:--';
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Control characters and bidirectional overrides could forge lines on a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

function escape(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
