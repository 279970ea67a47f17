import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const BOOT = join(__dirname, '../../../dist/src/boot.js');

describe('what the build compiled beforehand', () => {
  /** Whether V8 refused what it was given of it, in a process of its own: undefined when it was given nothing. */
  const refused = (before = '') =>
    execFileSync(process.execPath, [
      '-e',
      `${before}; console.log(require(${JSON.stringify(BOOT)}).compileBundle().cachedDataRejected)`,
    ])
      .toString()
      .trim();

  it('is used by the version of Node that it was compiled with, and by no other', () => {
    expect(refused()).toBe('false');
    expect(refused(`Object.defineProperty(process, 'version', { value: 'v0.0.0' })`)).toBe('undefined');
  });
});
