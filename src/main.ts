import { fail } from './cli/fail';
import { loadCommands } from './boot';

loadCommands().serve(process).catch(fail);
