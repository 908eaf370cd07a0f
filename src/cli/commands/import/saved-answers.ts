/**
 * Answers of a server, saved in a folder. An answer that is already there is not requested again, so an interrupted import
 * continues, and a folder from another machine is imported without a connection.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../core/errors.ts';
import { parseJsonText } from '../../../core/json/members.ts';
import { requestJson } from '../../../outbound/request-json.ts';
import { ANSWER_MISSING, ANSWER_REFUSED, DOCUMENT_UNREADABLE } from '../../errors.ts';

export interface SavedAnswers {
  /** `name` is the file, without its ending. Null: the server has nothing at the path. */
  get(name: string, path: string): Promise<unknown>;
}

export interface AnswerServer {
  readonly url: string;
  readonly key: string;
}

export function createSavedAnswers(folder: string, server: AnswerServer | undefined): SavedAnswers {
  return {
    get: async (name, path) => {
      const file = join(folder, `${name}.json`);
      const saved = await findFile(file);
      if (saved !== undefined) return parseSaved(file, saved);
      if (server === undefined) throw ANSWER_MISSING({ file });
      const answer = await request(server, path);
      await saveFile(folder, file, JSON.stringify(answer));
      return answer;
    },
  };
}

async function findFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw DOCUMENT_UNREADABLE({ file, reason: messageOf(error) }, { cause: error });
  }
}

function parseSaved(file: string, text: string): unknown {
  const value = parseJsonText(text);
  if (value === undefined) throw DOCUMENT_UNREADABLE({ file, reason: 'it is not JSON' });
  return value;
}

async function request({ url, key }: AnswerServer, path: string): Promise<unknown> {
  const { ok, status, body } = await requestJson({ url: `${url}${path}`, headers: { 'x-api-key': key } });
  if (status === 404) return null;
  if (!ok || body === undefined) throw ANSWER_REFUSED({ path, status });
  return body;
}

/** Renamed when complete, so that an interruption leaves no half of a file. */
async function saveFile(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}
