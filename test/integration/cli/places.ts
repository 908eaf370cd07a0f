/** Folders to run commands in, removed at the end of the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createInstallation, type Installation } from '../../support/assay-process.ts';

export async function anInstallation(): Promise<Installation> {
  const installation = await createInstallation();
  onTestFinished(async () => await installation.remove());
  return installation;
}

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}
