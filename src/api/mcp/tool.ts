/** A tool: what an agent sends, and the requests of the API that answer it. */
import type { z } from 'zod';
import type { AgentApi } from './call-api.ts';
import type { ToolResult } from './untrusted-data.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it stores nothing. */
  readonly isReadOnly: boolean;
  /** `input` has been validated. */
  readonly run: (input: unknown, api: AgentApi) => Promise<ToolResult>;
}

export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    readonly run: (input: z.output<Input>, api: AgentApi) => Promise<ToolResult>;
  },
): Tool {
  return { ...tool, run: async (input, api) => await tool.run(input as z.output<Input>, api) };
}
