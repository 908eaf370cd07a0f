/**
 * `npm run check`: runs all static checks, with one line per check. Continues after a failure, so that one run shows all of them,
 * and runs two at a time. The import check comes first: a core file that imports one with Node's types would make the compiler's
 * check of purity meaningless.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LINTED = existing('src', 'portal', 'test', 'bench', 'scripts');

type Check = readonly [name: string, command: string, ...parameters: string[]];

const CHECKS: readonly Check[] = [
  ['imports', 'node', 'scripts/check-imports.ts'],
  // The longest one starts early.
  ['regular expressions', 'node', 'scripts/check-regex.ts'],
  ['language', 'node', 'scripts/check-language.ts'],
  ['types', 'tsc', '-p', '.'],
  ['types of the core', 'tsc', '-p', 'src/core'],
  ...existing('portal').map((folder): Check => ['types of the portal', 'tsc', '-p', folder]),
  ...existing('test/browser').map((folder): Check => ['types in the browser', 'tsc', '-p', folder]),
  // Without folders oxlint may walk node_modules for minutes.
  ['lint', 'oxlint', '--type-aware', ...LINTED],
  ['format', 'oxfmt', '--check', ...LINTED, 'bin'],
  ['unused code', 'knip', '--no-config-hints'],
];

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

interface Finished extends Outcome {
  readonly seconds: number;
}

const AT_ONCE = 2;
const results = CHECKS.map((check) => ({ check, ...Promise.withResolvers<Finished>() }));
const queue = results.values();
for (let worker = 0; worker < AT_ONCE; worker += 1) void runQueue();

const failed: string[] = [];
for (const {
  check: [name, command, ...parameters],
  promise,
} of results) {
  const { passed, output, seconds } = await promise;
  const line = `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(5)} s`;
  console.log(`${line}  ${passed ? lastLine(output) : ''}`.trimEnd());
  if (!passed) {
    failed.push(name);
    console.log(`${[command, ...parameters].join(' ')}\n${output.trimEnd()}\n`);
  }
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** The workers share a queue, so that one runs the short checks while the other runs a long one. */
async function runQueue(): Promise<void> {
  for (const { check, resolve } of queue) resolve(await measure(check));
}

async function measure([, command, ...parameters]: Check): Promise<Finished> {
  const start = performance.now();
  const outcome = await run(command, parameters);
  return { ...outcome, seconds: (performance.now() - start) / 1_000 };
}

/** Combines both streams in order of arrival; a command that cannot be started counts as failed. */
function run(command: string, parameters: readonly string[]): Promise<Outcome> {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(command, parameters, {
    cwd: ROOT,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, output: error.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** Most tools end with a summary of what they checked. */
function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}

function existing(...folders: readonly string[]): string[] {
  return folders.filter((folder) => existsSync(join(ROOT, folder)));
}
