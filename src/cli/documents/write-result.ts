/** Writes the result of a command to standard output or to the file of `--output`. */
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { OUTPUT_UNWRITABLE } from '../errors.ts';

/** Called before long work, so that it is not wasted. */
export async function requireWritable(output: string): Promise<void> {
  await orUnwritable(output, access(dirname(resolve(output)), constants.W_OK));
}

export async function writeResult(output: string | undefined, text: string): Promise<void> {
  if (output === undefined) return await print(text);
  await orUnwritable(output, writeFile(output, text));
}

async function orUnwritable(output: string, work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    throw OUTPUT_UNWRITABLE({ output, reason: error.code ?? error.message }, { cause: error });
  });
}

/** A reader may close the pipe early (`assay scan .. | head`), which is not an error. */
async function print(text: string): Promise<void> {
  process.stdout.on('error', () => {});
  await new Promise<void>((done) => process.stdout.write(text, () => done()));
}
