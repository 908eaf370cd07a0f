/** Global setup of the browser tests: builds the portal from its current sources and finds a browser once. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPortal } from '../../src/cli/commands/serve/build-portal.ts';
import { findChromium } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly chromiumPath: string | undefined;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const chromiumPath = findChromium();
  if (chromiumPath === undefined) {
    const advice = 'Install chromium-headless-shell or set CHROME_PATH.';
    if (process.env['CI'] === 'true') throw new Error(`No browser was found, and tests need one. ${advice}`);
    console.warn(`\nSKIPPED: all tests of the portal in a browser. No browser was found. ${advice}\n`);
  } else {
    await buildPortal(join(import.meta.dirname, '../..'), (line) => console.log(line));
  }
  project.provide('chromiumPath', chromiumPath);
}
