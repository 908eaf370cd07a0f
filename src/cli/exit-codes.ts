/** Exit codes besides 0 for success. docs/reference/cli.md explains them. */
export const ERROR_EXIT_CODE = 1;
export const USAGE_EXIT_CODE = 2;
/** The command succeeded and found what `--fail-on` or a gate asks for. */
export const GATE_EXIT_CODE = 3;
/** By the convention of shells: 128 and the number of SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130;
