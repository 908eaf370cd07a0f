/**
 * `assay scan <file>`: finds the known vulnerabilities in an SBOM, without a server and without storing the document. Only the
 * result is written to standard output.
 */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { type WireScan, ScanQuery } from '../../../api/contract/services/sbom.ts';
import { toReport, toWireScan } from '../../../api/wire/to-wire-scan.ts';
import { loadConfig } from '../../../config.ts';
import { toCycloneDxVdr } from '../../../core/report/cyclonedx-vdr.ts';
import { isAtOrAboveThreshold, type Report } from '../../../core/report/report.ts';
import { toSarif } from '../../../core/report/sarif.ts';
import { scanOnce, type ScanProgress } from '../../../pipeline/analysis/scan-once.ts';
import { SCAN_OUTPUT_UNWRITABLE, USAGE_INVALID } from '../../errors.ts';
import { describeScan, describeSummary, type TerminalFacts } from './describe-scan.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';
import { withScanDatabase } from './scan-database.ts';
import { quote } from '../../../core/errors.ts';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import { HARMFUL_SEVERITIES, type HarmfulSeverity } from '../../../core/vocabulary/severity.ts';
import { startParsing } from '../../../threads/inventory/parse-inventory.ts';
import { createThreadPool } from '../../../threads/pool/thread-pool.ts';
import { commandLog } from '../../terminal/command-log.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';

/** Differs from failures (1) and misuse (2): the scan succeeded and found what `--fail-on` asks for. */
const FAIL_ON_EXIT_CODE = 3;

export async function scan(parameters: readonly string[]): Promise<void> {
  const request = parseScanRequest(parameters);
  const { failOn, output, format } = request;
  // Checked before the scan, so that it is not wasted.
  if (output !== undefined) await orUnwritable(output, access(dirname(resolve(output)), constants.W_OK));
  const wire = await scanInput(request);
  const subject = request.input === STANDARD_INPUT ? 'stdin' : request.input;
  const report = toReport(wire, { subject, at: new Date().toISOString(), version: manifest.version });

  await writeResult(output, toText(request, wire, report));
  // A table ends with the summary; for other formats it goes to standard error, to be visible in build logs.
  if (format !== 'table' || output !== undefined) process.stderr.write(describeSummary(report));
  if (failOn !== undefined && report.findings.some((finding) => isAtOrAboveThreshold(finding, failOn))) {
    process.exitCode = FAIL_ON_EXIT_CODE;
  }
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
    const result = await withScanDatabase(config, note, async (database) => {
      const progress = isLarge ? createScanProgress(process.stderr) : undefined;
      const document = { parse: parsing.finish, image };
      const found = scanOnce({ database, now: Date.now, orgId: null }, document, progress?.report);
      return await found.finally(progress?.end);
    });
    return await toWireScan(result, { inspected, warnings: inspected.warnings });
  } finally {
    parsing.cancel();
    await threads.close();
  }
}

function toText({ format, output }: ScanRequest, wire: WireScan, report: Report): string {
  if (format === 'table') return describeScan(report, output === undefined ? findTerminal() : NO_TERMINAL);
  const documents = { json: () => wire, sarif: () => toSarif(report), cyclonedx: () => toCycloneDxVdr(report) };
  return `${JSON.stringify(documents[format](), null, 2)}\n`;
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

// Parses the arguments of `assay scan` strictly: a typo in a pipeline must not look like "nothing found".
const FORMATS = ['table', 'json', 'sarif', 'cyclonedx'] as const;

const FLAGS = {
  format: { type: 'string', default: 'table' },
  output: { type: 'string' },
  'fail-on': { type: 'string' },
  distro: { type: 'string' },
  image: { type: 'string' },
} as const;

interface ScanRequest {
  /** A file name, or `-`. */
  readonly input: string;
  readonly format: (typeof FORMATS)[number];
  /** Undefined means standard output. */
  readonly output: string | undefined;
  readonly failOn: HarmfulSeverity | undefined;
  readonly distro: string | null;
  readonly image: string | null;
}

export function parseScanRequest(parameters: readonly string[]): ScanRequest {
  const needed = ['the path of an SBOM, or - for standard input'];
  const { values, places } = parseArguments('scan', parameters, FLAGS, needed);
  return {
    input: places[0] ?? '',
    format: parseChoice('--format', FORMATS, values.format),
    output: values.output,
    failOn:
      values['fail-on'] === undefined ? undefined : parseChoice('--fail-on', HARMFUL_SEVERITIES, values['fail-on']),
    distro: parseDistro(values.distro),
    image: values.image === undefined ? null : parseImageReference(values.image).text,
  };
}

function parseChoice<const Choice extends string>(flag: string, choices: readonly Choice[], text: string): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw USAGE_INVALID({ problem: `Unknown value ${quote(text)} for ${flag}. Use one of ${choices.join(', ')}.` });
}

/** Follows the rule of the API. */
function parseDistro(text: string | undefined): string | null {
  if (ScanQuery.shape.distro.safeParse(text).success) return text ?? null;
  throw USAGE_INVALID({
    problem: `Invalid value ${quote(text ?? '')} for --distro. Use a name and a release, for example debian-12.`,
  });
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
