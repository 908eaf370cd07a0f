/**
 * `assay scan <file>`: finds the known vulnerabilities in an SBOM, without a server and without storing the document. Only the
 * result is written to standard output.
 */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import type { WireScan } from '../../../api/contract/services/scan.ts';
import { toReport, toWireScan } from '../../../api/wire/to-wire-scan.ts';
import { loadConfig } from '../../../config.ts';
import { toCycloneDxVdr } from '../../../core/report/cyclonedx-vdr.ts';
import { isAtOrAboveThreshold, type Report } from '../../../core/report/report.ts';
import { toSarif } from '../../../core/report/sarif.ts';
import { scanOnce } from '../../../pipeline/analysis/scan-once.ts';
import { SCAN_OUTPUT_UNWRITABLE } from '../../errors.ts';
import { describeScan, describeSummary, type TerminalFacts } from './describe-scan.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';
import { withScanDatabase } from './scan-database.ts';
import { createScanProgress } from './scan-progress.ts';
import { parseScanRequest, type ScanRequest } from './scan-request.ts';

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
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const result = await withScanDatabase(config, note, async (place) => {
    const document = { bytes, format, specVersion, wrapped, distro, image };
    const progress = bytes.length < LARGE_BYTES ? undefined : createScanProgress(process.stderr);
    const found = scanOnce({ ...place, now: Date.now, orgId: null }, document, progress?.report);
    return await found.finally(progress?.end);
  });
  return await toWireScan(result, { inspected, warnings: inspected.warnings });
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
