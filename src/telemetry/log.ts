/** Structured logs: constant messages with fields, one JSON object per line, never a secret. */
import pino, { type DestinationStream, type Logger } from 'pino';

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

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
