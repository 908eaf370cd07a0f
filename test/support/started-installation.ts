/**
 * Global setup of tests that run Assay as a process: one first start, whose result is copied for each test. Other tests cover the
 * first start itself; here it would only be repeated.
 */
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createInstallation, type EndedInstallation, type Installation } from './assay-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly endedInstallation: EndedInstallation;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const installation = await createInstallation();
  const assay = installation.launch();
  await assay.ready;
  await assay.end('SIGTERM');
  project.provide('endedInstallation', { dataDir: installation.dataDir, token: installation.token });
  return async () => await installation.remove();
}

export async function startedInstallation(): Promise<Installation> {
  return await createInstallation(inject('endedInstallation'));
}
