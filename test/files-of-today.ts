/**
 * All tests take longer than somebody waits for them. What seldom breaks and takes long runs in turns: of each list a third every
 * day, all of it in three days, or at once with `ASSAY_TEST_ALL=1`. What was changed is run by name, whatever the day.
 */
const SHARES = 3;

/** In an order that makes the thirds equally long. */
const IN_TURNS = {
  unit: [
    'src/threads/parse-large-json.test.ts',
    'src/core/advisory/real-records.test.ts',
    'src/core/advisory/real-vectors.test.ts',
    'src/threads/large-documents.test.ts',
    'src/core/match/real-advisories.test.ts',
    'src/core/match/real-language-records.test.ts',
  ],
  integration: [
    ...['integration/pipeline/advisory-faults', 'integration/pipeline/real-updates', 'quality/real-images'],
    ...['integration/cli/advisories', 'hostile/meaning-effects', 'integration/cli/token'],
    ...['integration/cli/bundle', 'integration/events/webhook-delivery', 'integration/cli/scan'],
    ...['integration/feeds/osv-over-http', 'integration/cli/backup', 'integration/postgres/crash'],
    ...['quality/remediation-targets', 'quality/living-data', 'integration/postgres/start-and-stop'],
    ...['integration/store/backup/forged-file', 'hostile/slow-clients', 'integration/cli/usage'],
    ...['hostile/compression', 'integration/pipeline/incremental-import', 'integration/feeds/real-export'],
    ...['integration/store/backup/backup-and-restore', 'integration/cli/doctor', 'quality/corpus'],
    ...['integration/postgres/sharing', 'integration/feeds/enrichment', 'integration/postgres/users'],
  ].map(toFile),
  browser: [
    ...['browser/demo', 'browser/thin-line', 'browser/service-pages'],
    ...['browser/relevance', 'browser/version-page', 'browser/version-states'],
    ...['browser/first-run', 'browser/sign-in', 'browser/settings'],
    ...['browser/restart', 'browser/hostile-text', 'browser/version-live'],
  ].map(toFile),
  e2e: [
    ...['e2e/first-run', 'crash/shutdown', 'crash/crash-points'],
    ...['crash/apply-crash', 'crash/refresh-crash', 'crash/worker-crash'],
    ...['e2e/demo', 'crash/upload-crash', 'crash/webhook-crash'],
    ...['crash/reading-crash'],
  ].map(toFile),
} as const;

function toFile(name: string): string {
  return `test/${name}.test.ts`;
}

/** Those of a project that rest today. None where files are named: who names one wants it run. */
export function restingFiles(project: keyof typeof IN_TURNS): string[] {
  const areNamed = process.argv.some((word) => word.includes('test/') || word.endsWith('.test.ts'));
  if (process.env['ASSAY_TEST_ALL'] === '1' || areNamed) return [];
  const today = Math.floor(Date.now() / 86_400_000) % SHARES;
  return IN_TURNS[project].filter((_, n) => n % SHARES !== today);
}

/** For the terminal: nothing rests in silence. */
export function describeResting(): string | undefined {
  const resting = (Object.keys(IN_TURNS) as (keyof typeof IN_TURNS)[]).flatMap(restingFiles);
  if (resting.length === 0) return undefined;
  return `Not today (a third of the long ones runs every day, all with ASSAY_TEST_ALL=1): ${resting.join(', ')}`;
}
