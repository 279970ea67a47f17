import { existsSync, readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { letHeapGrow } from './common/heap';

/** The commands and all that they run on in one file, which scripts/bundle.mjs makes. */
export const BUNDLE = join(__dirname, 'bundle.js');

/**
 * V8's code cache of the bundle, for this version of Node alone: V8 crashes on the cache of a version of Node with nearly
 * the same V8. Without the cache a start takes half as much processor time again, and 30 MiB more stay in use (decision 376).
 */
export const COMPILED = `${BUNDLE}.${process.version}-${process.arch}.cache`;

/** The code of the commands: of the bundle, where the build has left one, else file by file, which takes thrice as long. */
export function loadCommands(): typeof import('./cli/commands') {
  if (!existsSync(BUNDLE))
    return createRequire(__filename)('./cli/commands') as typeof import('./cli/commands');
  return runBundle(compileBundle());
}

/** The bundle as a script. */
export function compileBundle(): Script {
  letHeapGrow(false);
  const cachedData = existsSync(COMPILED) ? readFileSync(COMPILED) : undefined;
  // the bundle is ASCII: as such it takes half the memory
  return new Script(wrap(readFileSync(BUNDLE, 'latin1')), { filename: BUNDLE, cachedData });
}

export function runBundle(script: Script): typeof import('./cli/commands') {
  const module = { exports: {} };
  const start = script.runInThisContext() as (...args: unknown[]) => void;
  start(module.exports, createRequire(BUNDLE), module, BUNDLE, __dirname);
  return module.exports as typeof import('./cli/commands');
}
