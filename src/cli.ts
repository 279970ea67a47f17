import { FAILED } from './cli/fail';
import { loadCommands } from './boot';

let lost = false;
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early, such as head, is no error.
  if (code === 'EPIPE' || lost) return;
  lost = true;
  process.exitCode = FAILED;
  console.error(`Not all of the output could be written: ${message}.`);
});

void loadCommands()
  .run(process.argv.slice(2), process)
  .then((code) => {
    process.exitCode = lost ? FAILED : code;
    // A failed command may leave a handle open that would keep the process alive.
    if (code === FAILED) process.exit();
  });
