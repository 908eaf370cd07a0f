/** Compares the response statuses in the log of a server with those that the OpenAPI document lists. */
import { listOperations, type OpenApiDocument } from './openapi-document.ts';

interface Answered {
  readonly msg: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** For example `GET /api/v2/service/{service}: 418`; requests to undocumented paths are not compared. */
export function findUndocumented(logs: string, document: OpenApiDocument): string[] {
  const described = new Map(listOperations(document).map(({ name, operation }) => [name, operation.responses]));
  const missing = new Set<string>();
  for (const line of logs.split('\n')) {
    if (!line.includes('"msg":"request completed"')) continue;
    const { method, route, status } = JSON.parse(line) as Answered;
    const name = `${method === 'HEAD' ? 'GET' : method} ${route.replaceAll(/:([a-z]+)/g, '{$1}')}`;
    const responses = described.get(name);
    if (responses !== undefined && !(status in responses)) missing.add(`${name}: ${status}`);
  }
  return [...missing];
}
