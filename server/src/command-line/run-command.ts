import { ConfigError } from '../config.ts';

/**
 * Runs a command and ends the process with its exit code, or with 1 where it fails.
 * @param isExpected failures that are explained by their message, as wrong settings are; for others the stack is
 * printed
 */
export const runCommand = (
  command: Promise<number>,
  isExpected: (error: Error) => boolean = () => false,
): void => {
  command.then(
    (code) => process.exit(code),
    (error: Error) => {
      const isKnown = error instanceof ConfigError || isExpected(error);
      console.error(isKnown ? error.message : error);
      process.exit(1);
    },
  );
};
