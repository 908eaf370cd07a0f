/** `assay import dependency-track`: imports its projects into a running Assay. */
import { loadConfig } from '../../../config.ts';
import { pluralize } from '../../../core/text/pluralize.ts';
import { USAGE_INVALID } from '../../errors.ts';
import { connect, type ConnectionOptions } from '../../client/connect.ts';
import { toColumns } from '../../terminal/columns.ts';
import { importDependencyTrack, type ImportReport } from './dependency-track.ts';
import { createSavedAnswers } from './saved-answers.ts';

export async function importFromDependencyTrack(values: ConnectionOptions, folder: string): Promise<void> {
  const client = await connect(values);
  const { url, key } = loadConfig().dependencyTrack;
  if (url !== undefined && key === undefined)
    throw USAGE_INVALID({ problem: '"assay import dependency-track" requires ASSAY_DEPENDENCY_TRACK_KEY.' });
  const report = await importDependencyTrack({
    answers: createSavedAnswers(folder, url === undefined || key === undefined ? undefined : { url, key }),
    client,
    onProgress: (line) => process.stderr.write(`${line}\n`),
    now: Date.now,
  });
  process.stdout.write(describeReport(report));
}

function describeReport({ projects, sboms, decisions, unchanged, unmapped }: ImportReport): string {
  const done = [
    `Imported ${pluralize(projects, 'project')}: ${pluralize(sboms, 'SBOM')}, ${pluralize(decisions, 'decision')}.`,
    ...(unchanged === 0 ? [] : [`${unchanged} already imported.`]),
    ...(unmapped.length === 0 ? [] : ['Not imported:']),
  ].join('\n');
  const rows = unmapped.map(({ project, subject, reason }) => [project, subject, reason]);
  return `${done}\n${rows.length === 0 ? '' : toColumns([['PROJECT', 'SUBJECT', 'REASON'], ...rows])}`;
}
