/** Serves one HTTP request of an MCP client. Loaded with the first request: most installations never need the protocol. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { createAgentServer } from './agent-server.ts';
import type { SendRequest } from './call-api.ts';

interface McpAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

export async function serveHttp(
  send: SendRequest,
  asked: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown; readonly version: string },
): Promise<McpAnswer> {
  const handler: McpHttpHandler = createMcpHandler(() => createAgentServer(send, asked.version), {
    responseMode: 'json',
    // Tools never change while Assay runs, and an open stream would hold memory.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    const request = new Request('http://assay/mcp', { method: 'POST', headers: asked.headers, body: '{}' });
    const response = await handler.fetch(request, { parsedBody: asked.body });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  } finally {
    await handler.close();
  }
}
