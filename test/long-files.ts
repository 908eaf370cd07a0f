/**
 * Test files that would make `npm test` take longer than ten minutes on two cores. They also run with `ASSAY_TEST_ALL=1`, which
 * `.ci/run` sets, and when the command names test files. Every area keeps files that always run.
 */
export const LONG_FILES: readonly string[] = [
  'src/core/advisory/osv/real-records.test.ts',
  'src/core/advisory/severity/real-vectors.test.ts',
  'src/core/match/real-advisories.test.ts',
  'src/core/match/language/real-language-records.test.ts',
  'src/core/sbom/real-documents.test.ts',
  'src/threads/inventory/large-documents.test.ts',
  'src/threads/json/parse-large-json.test.ts',
  'test/browser/ai.test.ts',
  'test/browser/demo.test.ts',
  'test/browser/first-run.test.ts',
  'test/browser/hostile-text.test.ts',
  'test/browser/organizations.test.ts',
  'test/browser/relevance.test.ts',
  'test/browser/restart.test.ts',
  'test/browser/service-pages.test.ts',
  'test/browser/settings.test.ts',
  'test/browser/sign-in.test.ts',
  'test/browser/thin-line.test.ts',
  'test/browser/version-live.test.ts',
  'test/browser/version-page.test.ts',
  'test/browser/version-states.test.ts',
  'test/crash/apply-crash.test.ts',
  'test/crash/connection-shortage.test.ts',
  'test/crash/full-disk.test.ts',
  'test/crash/killed-postmaster.test.ts',
  'test/crash/reading-crash.test.ts',
  'test/crash/refresh-crash.test.ts',
  'test/crash/shutdown.test.ts',
  'test/crash/upload-crash.test.ts',
  'test/crash/webhook-crash.test.ts',
  'test/crash/worker-crash.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/first-run.test.ts',
  'test/hostile/compression.test.ts',
  'test/hostile/meaning-effects.test.ts',
  'test/hostile/slow-clients.test.ts',
  'test/integration/ai/retries.test.ts',
  'test/integration/cli/advisories.test.ts',
  'test/integration/cli/backup.test.ts',
  'test/integration/cli/bundle.test.ts',
  'test/integration/cli/doctor.test.ts',
  'test/integration/cli/token.test.ts',
  'test/integration/cli/usage.test.ts',
  'test/integration/events/webhook-delivery.test.ts',
  'test/integration/feeds/osv-over-http.test.ts',
  'test/integration/feeds/real-export.test.ts',
  'test/integration/pipeline/advisory-faults.test.ts',
  'test/integration/pipeline/real-updates.test.ts',
  'test/integration/postgres/crash.test.ts',
  'test/integration/postgres/sharing.test.ts',
  'test/integration/postgres/users.test.ts',
  'test/integration/store/backup/backup-and-restore.test.ts',
  'test/integration/store/backup/forged-file.test.ts',
  'test/quality/corpus.test.ts',
  'test/quality/history.test.ts',
  'test/quality/living-data.test.ts',
  'test/quality/real-images.test.ts',
  'test/quality/relevance-history.test.ts',
  'test/quality/remediation-targets.test.ts',
];

const areFilesNamed = process.argv.some((word) => word.includes('test/') || word.endsWith('.test.ts'));

/** npm sets it to the name of the script. */
export const isTestAll = process.env['npm_lifecycle_event'] === 'test:all';

export const runsEverything = isTestAll || process.env['ASSAY_TEST_ALL'] === '1' || areFilesNamed;

export const excludedFiles = runsEverything ? [] : LONG_FILES;
