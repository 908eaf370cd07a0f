/** `assay mcp`: gives an agent the tools of a running Assay over standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../../../package.json' with { type: 'json' };
import { createAgentServer } from '../../api/mcp/agent-server.ts';
import { callOverHttp } from '../../outbound/call-api.ts';
import { findAddress, type AddressOptions } from '../client/connect.ts';

/** Returns at once: the process ends when standard input is closed. */
export async function mcp(values: AddressOptions): Promise<void> {
  const address = await findAddress(values);
  serveStdio(() => createAgentServer(async (asked) => await callOverHttp(address, asked), manifest.version), {
    maxSubscriptions: 0,
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
}
