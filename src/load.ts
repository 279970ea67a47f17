import { existsSync, readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { letHeapGrow } from './heap';

/** The commands and their dependencies in one file, built by scripts/bundle.mjs. */
export const BUNDLE = join(__dirname, 'bundle.js');

/**
 * V8's code cache of the bundle, which saves compiling at the start. The name has the version of Node, because V8
 * accepts the cache of another version whose V8 is nearly the same, and then crashes.
 */
export const COMPILED = `${BUNDLE}.${process.version}-${process.arch}.cache`;

/**
 * Loads the commands: from the bundle where a build has left one, else file by file, which takes three times as long.
 */
export function loadCommands(): typeof import('./cli/commands') {
  if (!existsSync(BUNDLE))
    return createRequire(__filename)('./cli/commands') as typeof import('./cli/commands');
  return runBundle(compileBundle());
}

/** Compiles the bundle, from the code cache where there is one. */
export function compileBundle(): Script {
  letHeapGrow(false);
  const cachedData = existsSync(COMPILED) ? readFileSync(COMPILED) : undefined;
  // The bundle is ASCII. Read as latin1, it takes half the memory.
  return new Script(wrap(readFileSync(BUNDLE, 'latin1')), { filename: BUNDLE, cachedData });
}

export function runBundle(script: Script): typeof import('./cli/commands') {
  const module = { exports: {} };
  const start = script.runInThisContext() as (...args: unknown[]) => void;
  start(module.exports, createRequire(BUNDLE), module, BUNDLE, __dirname);
  return module.exports as typeof import('./cli/commands');
}
