import { FAILED } from './cli/fail';
import { loadCommands } from './load';

// a reader that stops reading, such as head, ends nothing here
process.stdout.on('error', () => undefined);

void loadCommands()
  .run(process.argv.slice(2), process)
  .then((code) => {
    process.exitCode = code;
    // what failed may have left something open that would keep the process
    if (code === FAILED) process.exit();
  });
