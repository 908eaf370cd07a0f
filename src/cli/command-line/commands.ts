/** All commands, in the order of the help and of docs/reference/cli.md. */
import { SHELLS } from './complete.ts';
import { CLIENT_COMMANDS, SCAN_COMMANDS } from './client-commands.ts';
import { defineCommand, type CommandDefinition, type CommandGroup } from './define-command.ts';
import { SERVER_COMMANDS } from './server-commands.ts';

const OTHER_COMMANDS: readonly CommandDefinition[] = [
  defineCommand({
    name: 'completion',
    summary: 'print a script for shell completion',
    arguments: [{ name: 'shell', summary: 'bash, zsh or fish', choices: SHELLS }],
    examples: [
      ['completion bash >> ~/.bashrc', 'Complete commands and options in bash'],
      ['completion fish > ~/.config/fish/completions/assay.fish', 'The same in fish'],
    ],
    run: async (_values, [shell = '']) => {
      const { writeCompletionScript } = await import('./complete.ts');
      process.stdout.write(writeCompletionScript(shell));
    },
  }),
];

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'Scan files', commands: SCAN_COMMANDS },
  { title: 'Use a running Assay (ASSAY_URL, ASSAY_TOKEN)', commands: CLIENT_COMMANDS },
  { title: 'Run and administer an installation', commands: SERVER_COMMANDS },
  { title: 'Other', commands: OTHER_COMMANDS },
];

/** Summaries of the first words of commands with two words. */
export const FAMILIES: Readonly<Record<string, string>> = {
  vex: 'export and import VEX documents',
  service: 'list and show services',
  profile: 'send documents to a security profile',
  reachability: 'send analyses of calls',
  import: 'import the data of other tools',
  advisories: 'sync, show, export and import advisories',
  analysis: 'retry failed analyses',
  organization: 'create, list, rename and delete organizations',
  person: 'list and invite members, reset passwords',
  token: 'create, list and revoke integration tokens',
  quota: 'show and set limits',
};
