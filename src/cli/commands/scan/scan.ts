/**
 * `assay scan <file>`: finds the known vulnerabilities in an SBOM, without a server and without storing the document. Only the
 * result is written to standard output.
 */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { WireScan } from '../../../api/contract/services/sbom.ts';
import { loadConfig } from '../../../config.ts';
import type { ScanProgress } from '../../../pipeline/analysis/scan-once.ts';
import { startParsing } from '../../../threads/inventory/parse-inventory.ts';
import { createThreadPool } from '../../../threads/pool/thread-pool.ts';
import { SCAN_OUTPUT_UNWRITABLE } from '../../errors.ts';
import { commandLog } from '../../terminal/command-log.ts';
import type { TerminalFacts } from './describe-scan.ts';
import { readInput } from './read-input.ts';
import type * as reports from './report-scan.ts';
import { withScanDatabase } from './scan-database.ts';
import { parseScanRequest, type ScanRequest } from './scan-request.ts';

/** Differs from failures (1) and misuse (2): the scan succeeded and found what `--fail-on` asks for. */
const FAIL_ON_EXIT_CODE = 3;

export async function scan(parameters: readonly string[]): Promise<void> {
  const request = parseScanRequest(parameters);
  const { output, format } = request;
  // Checked before the scan, so that it is not wasted.
  if (output !== undefined) await orUnwritable(output, access(dirname(resolve(output)), constants.W_OK));
  const wire = await scanInput(request);
  const { reportScan } = await loadScanning();
  const terminal = output === undefined ? findTerminal() : NO_TERMINAL;
  const { text, summary, isAboveThreshold } = reportScan(request, wire, new Date().toISOString(), terminal);

  await writeResult(output, text);
  // A table ends with the summary; for other formats it goes to standard error, to be visible in build logs.
  if (format !== 'table' || output !== undefined) process.stderr.write(summary);
  if (isAboveThreshold) process.exitCode = FAIL_ON_EXIT_CODE;
}

async function loadScanning(): Promise<typeof reports> {
  return await import('./report-scan.ts');
}

/** Smaller documents need no progress. */
const LARGE_BYTES = 1024 * 1024;

async function scanInput({ input, distro, image }: ScanRequest): Promise<WireScan> {
  const config = loadConfig();
  // Before anything is created or started: an unreadable document needs no database.
  const { bytes, inspected } = await readInput(input, config.limits);
  const { format, specVersion, wrapped } = inspected;
  const isLarge = bytes.length >= LARGE_BYTES;
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const threads = createThreadPool({ count: config.threads, log: commandLog });
  const form = { format, specVersion, wrapped, distroOverride: distro ?? undefined, image: image ?? undefined };
  // Runs while the database starts.
  const parsing = startParsing(threads, { bytes, ...form });
  try {
    return await withScanDatabase({ config, note, preload: loadScanning }, async (database) => {
      const { scanDocument } = await loadScanning();
      const progress = isLarge ? createScanProgress(process.stderr) : undefined;
      const document = { parse: parsing.finish, image, inspected };
      return await scanDocument(database, document, progress?.report).finally(progress?.end);
    });
  } finally {
    parsing.cancel();
    await threads.close();
  }
}

const NO_TERMINAL: TerminalFacts = { width: undefined, colors: false };

function findTerminal(): TerminalFacts {
  const { stdout } = process;
  // `hasColors` respects NO_COLOR and the type of the terminal.
  return stdout.isTTY ? { width: stdout.columns, colors: stdout.hasColors() } : NO_TERMINAL;
}

async function writeResult(output: string | undefined, text: string): Promise<void> {
  if (output === undefined) return await print(text);
  await orUnwritable(output, writeFile(output, text));
}

async function orUnwritable(output: string, work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    throw SCAN_OUTPUT_UNWRITABLE({ output, reason: error.code ?? error.message }, { cause: error });
  });
}

/** A reader may close the pipe early (`assay scan .. | head`), which is not an error. */
async function print(text: string): Promise<void> {
  process.stdout.on('error', () => {});
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
}

// Prints the progress of a scan on standard error: on a terminal one line that is overwritten and finally removed, elsewhere a
// line now and then, which also suits a build log. A short scan prints nothing.

/** The parts of a stream that are used here. */
interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const QUIET_MS = 1_000;
const BETWEEN_REWRITES_MS = 100;
const BETWEEN_LINES_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

export function createScanProgress(
  output: ProgressOutput,
  nowMs: () => number = () => performance.now(),
): { readonly report: (progress: ScanProgress) => void; readonly end: () => void } {
  const isTerminal = output.isTTY === true;
  const startedAt = nowMs();
  let printedAt = isTerminal ? -Infinity : startedAt;
  let isShown = false;
  return {
    report: (progress) => {
      const now = nowMs();
      const pause = isTerminal ? BETWEEN_REWRITES_MS : BETWEEN_LINES_MS;
      if (now - startedAt < QUIET_MS || now - printedAt < pause) return;
      printedAt = now;
      isShown = true;
      output.write(isTerminal ? `${CLEAR_LINE}${describe(progress)}` : `${describe(progress)}\n`);
    },
    end: () => {
      if (isTerminal && isShown) output.write(CLEAR_LINE);
    },
  };
}

function describe({ stage, done, total }: ScanProgress): string {
  if (stage === 'reading') return 'Reading the SBOM';
  if (stage === 'describing') return 'Loading vulnerability details';
  return `Matching: ${done} of ${total} components`;
}
