/**
 * The MCP server: the same tools over HTTP and over standard input and output. It keeps no state between requests.
 * https://modelcontextprotocol.io/specification/2026-07-28
 */
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ApiRefusal, createAgentApi, type AgentApi, type SendRequest } from './call-api.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';
import { markUntrusted, NOTICE, showHidden } from './untrusted-data.ts';

const INSTRUCTIONS = `Assay finds the vulnerabilities in services that matter, and plans upgrades. Begin with find_services. ${NOTICE}`;

const Output = z.object({
  notice: z.string(),
  summary: z.string(),
  suspicious: z.boolean().describe('Whether some of the text looks like instructions to a model.'),
  untrusted: z.record(z.string(), z.unknown()),
});

export function createAgentServer(send: SendRequest, version: string): McpServer {
  const server = new McpServer({ name: 'assay', title: 'Assay', version }, { instructions: INSTRUCTIONS });
  const api = createAgentApi(send);
  for (const tool of TOOLS) {
    const { name, title, description, input, isReadOnly } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: Output, annotations },
      async (given) => await runTool(tool, given, api),
    );
  }
  return server;
}

async function runTool(tool: Tool, input: unknown, api: AgentApi): Promise<CallToolResult> {
  try {
    const { structuredContent, content } = markUntrusted(await tool.run(input, api));
    return { structuredContent: { ...structuredContent }, content };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    const id = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
    const text = showHidden(`${error.code}: ${error.message}${id}`);
    return { isError: true, content: [{ type: 'text', text }] };
  }
}
