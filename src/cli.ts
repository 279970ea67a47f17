import { FAILED } from './cli/fail';
import { loadCommands } from './load';

let lost = false;
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // a reader that stops reading, such as head, ends nothing here
  if (code === 'EPIPE' || lost) return;
  lost = true;
  process.exitCode = FAILED;
  console.error(`Not all of the output could be written: ${message}.`);
});

void loadCommands()
  .run(process.argv.slice(2), process)
  .then((code) => {
    process.exitCode = lost ? FAILED : code;
    // what failed may have left something open that would keep the process
    if (code === FAILED) process.exit();
  });
