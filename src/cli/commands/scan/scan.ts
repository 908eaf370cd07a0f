/**
 * `assay scan`: finds the known vulnerabilities in SBOMs and lockfiles, without a server and without storing the documents. Only the result is
 * written to standard output.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { WireScan } from '../../../api/contract/services/sbom.ts';
import { loadConfig } from '../../../config.ts';
import { AssayError, quote } from '../../../core/errors.ts';
import { compareText } from '../../../core/text/compare-text.ts';
import type { DataState } from '../../../pipeline/advisories/data-state.ts';
import type { ScanProgress } from '../../../pipeline/analysis/scan-once.ts';
import type { Database } from '../../../store/database.ts';
import { hasCluster } from '../../command-database.ts';
import { findDocuments } from '../../documents/find-documents.ts';
import { requireWritable, writeResult } from '../../documents/write-result.ts';
import { ERROR_EXIT_CODE, GATE_EXIT_CODE } from '../../exit-codes.ts';
import { createProgressLine, type ProgressLine } from '../../terminal/progress-line.ts';
import { findTerminal, NO_TERMINAL } from '../../terminal/table.ts';
import type { DocumentReader, OpenedDocument } from './open-document.ts';
import type * as reports from './report-scan.ts';
import { withScanDatabase } from './scan-database.ts';
import { requireOneDocument, toScanRequest, type ScanOptions, type ScanRequest } from './scan-request.ts';

export async function scan(values: ScanOptions, inputs: readonly string[]): Promise<void> {
  const request = toScanRequest(values);
  const { output, format } = request;
  // Checked before the scan, so that it is not wasted.
  if (output !== undefined) await requireWritable(output);
  const skipped: string[] = [];
  const documents = await findDocuments(inputs, (path, reason) => {
    skipped.push(`Skipped ${quote(path)}: ${reason}.`);
  }).finally(() => writeLines(skipped.toSorted(compareText), 'skipped'));
  // Only a folder or a pattern leaves open which files are read.
  const searched = documents.filter((each) => !inputs.includes(each));
  writeLines(
    searched.map((each) => `Reading ${quote(each)}.`),
    'to read',
  );
  requireOneDocument(request, documents.length);
  const scanned = await scanDocuments(request, documents);
  const { writeReports } = await loadScanning();
  const isList = documents.length > 1;

  await writeResult(output, writeReports(format, scanned, isList));
  // A table ends with the summary; for other formats it goes to standard error, to be visible in build logs.
  if (format !== 'table' || output !== undefined)
    for (const { input, summary } of scanned) process.stderr.write(isList ? `${input}: ${summary}` : summary);
  if (scanned.some(({ isAboveThreshold }) => isAboveThreshold)) process.exitCode ??= GATE_EXIT_CODE;
}

const LINES_MAX = 50;

/** For a search in folders, on standard error like progress. */
function writeLines(lines: readonly string[], what: string): void {
  for (const line of lines.slice(0, LINES_MAX)) process.stderr.write(`${line}\n`);
  if (lines.length > LINES_MAX) process.stderr.write(`${lines.length - LINES_MAX} more ${what}.\n`);
}

async function loadScanning(): Promise<typeof reports> {
  return await import('./report-scan.ts');
}

/** One of several documents that cannot be scanned does not hide the results of the others, but the command fails. */
async function scanDocuments(request: ScanRequest, documents: readonly string[]): Promise<reports.ScanReport[]> {
  const config = loadConfig();
  let reader: DocumentReader | undefined;
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const queue = documents.values();
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (documents.length === 1 || !(error instanceof AssayError)) throw error;
      note(error.message);
      process.exitCode = ERROR_EXIT_CODE;
      return undefined;
    }
  };
  const openNext = async (): Promise<OpenedDocument | undefined> => {
    const { createDocumentReader } = await import('./open-document.ts');
    await turn();
    const opening = (reader ??= createDocumentReader(config, request, documents.length));
    for (const input of queue) {
      const opened = await attempt(async () => await opening.open(input));
      if (opened !== undefined) return opened;
    }
    return undefined;
  };

  const current: { opened?: OpenedDocument | undefined } = {};
  const openAnother = async (): Promise<boolean> => {
    current.opened = await openNext();
    return current.opened !== undefined;
  };
  try {
    // An unreadable document creates no database; an existing one starts while the document is read.
    const exists = config.databaseUrl !== undefined || (await hasCluster(config.dataDir));
    if (!exists && !(await openAnother())) return [];
    const meanwhile = async (): Promise<void> => {
      if (exists) await openAnother();
      await turn();
      await loadScanning();
    };
    const place = { config, note, meanwhile };
    const reported = await withScanDatabase(place, async (database, data) => {
      const started: Promise<reports.ScanReport | undefined>[] = [];
      while (current.opened !== undefined) {
        const document = current.opened;
        const read = await attempt(async () => await scanDocument(database, { ...document, data }, request));
        document.cancel();
        const report = attempt(async () => await read?.());
        started.push(report);
        // The report of a single document is made while the database stops; a failure is thrown below.
        if (documents.length === 1) report.catch(() => {});
        else await report;
        await openAnother();
      }
      // The threads end while the database stops.
      void reader?.close();
      return started;
    });
    return (await Promise.all(reported)).filter((report) => report !== undefined);
  } finally {
    current.opened?.cancel();
    await reader?.close();
  }
}

async function scanDocument(
  database: Database,
  { input, document, isLarge, data }: OpenedDocument & { readonly data: DataState },
  request: ScanRequest,
): Promise<() => Promise<reports.ScanReport>> {
  const scanning = await loadScanning();
  const progress = isLarge ? createProgressLine(process.stderr) : undefined;
  const finish = await scanning
    .scanDocument(database, { ...document, data }, progress && toReporter(progress))
    .finally(() => progress?.end());
  return async () => toScanReport(scanning, request, { input, wire: await finish() });
}

function toScanReport(
  scanning: typeof reports,
  request: ScanRequest,
  { input, wire }: { readonly input: string; readonly wire: WireScan },
): reports.ScanReport {
  const incomplete = wire.warnings.find(({ code }) => code === 'LOCKFILE_INCOMPLETE');
  if (incomplete !== undefined)
    process.stderr.write(
      `${quote(input)} does not list all dependencies: ${incomplete.paths.map(quote).join(', ')}. Scan the other files too.\n`,
    );
  const terminal = request.output === undefined ? findTerminal() : NO_TERMINAL;
  return scanning.reportScan(request, { input, wire, at: new Date().toISOString() }, terminal);
}

function toReporter(progress: ProgressLine): (progress: ScanProgress) => void {
  return ({ stage, done, total }) => {
    if (stage === 'reading') progress.report('Reading the document');
    else if (stage === 'describing') progress.report('Loading vulnerability details');
    else progress.report(`Matching: ${done} of ${total} components`);
  };
}
