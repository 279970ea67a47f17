import { fail } from './cli/fail';
import { loadCommands } from './load';

loadCommands().serve(process).catch(fail);
