/** Where a command finds its settings, and where it writes: those of the process, or a test's own. */
export interface Io {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}
