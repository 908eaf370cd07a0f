/** The port: free, or already answered by Assay. */
import { findListenProblem } from '../../api/listen.ts';
import type { Config } from '../../config.ts';
import { askReadiness } from '../../outbound/ask-readiness.ts';
import { fail, ok, warn, type Finding } from './check.ts';

export async function checkPort({ role, host, port }: Config): Promise<Finding> {
  const what = `Port ${port}`;
  if (role === 'worker') return ok('Port', 'none: a worker answers no requests');
  if (port === 0) return ok('Port', 'any free one');
  const problem = await findListenProblem({ host, port });
  if (problem === undefined) return ok(what, `free on ${host}`);

  const answer = await askReadiness(host, port);
  if (answer === undefined) return fail(what, `${problem}.`, 'End that program, or set ASSAY_PORT or ASSAY_HOST.');
  if (answer === 'ready') return ok(what, 'Assay answers there and is ready');
  return warn(what, 'Assay answers there and is not ready.', 'Read its log; GET /readyz says what is missing.');
}
