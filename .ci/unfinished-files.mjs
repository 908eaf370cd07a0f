/**
 * Prints the test files of a run that did not pass as a whole: a test failed, or its process ended early. Arguments: the list of the
 * files (`vitest list --filesOnly --json`) and the report of the run (`--reporter=json`).
 */
import { readFileSync } from 'node:fs';

const [list, report] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const isFinished = ({ status, assertionResults: tests }) =>
  status === 'passed' && tests.length > 0 && tests.every((test) => !['failed', 'pending'].includes(test.status));
const finished = new Set(report.testResults.filter(isFinished).map(({ name }) => name));
for (const file of new Set(list.map((each) => each.file))) if (!finished.has(file)) console.log(file);
