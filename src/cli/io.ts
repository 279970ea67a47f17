/** The environment and the output streams of a command: those of the process, or of a test. */
export interface Io {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}
