import { ConfigError } from '../config.ts';

/**
 * Runs a command of operators and ends the process with its exit code; 1 where it fails.
 * @param isExpected  failures of which the message says enough; of others the stack is printed. A wrong setting is one.
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
