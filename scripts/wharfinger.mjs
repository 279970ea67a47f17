#!/usr/bin/env node
// The wharfinger command of a checkout. A file of its own, since each build writes dist anew, not executable.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/src/cli.js', import.meta.url);
if (existsSync(cli)) await import(cli);
else {
  console.error('Build first: npm run build');
  process.exitCode = 1;
}
