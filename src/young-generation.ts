import { setFlagsFromString } from 'node:v8';

/**
 * Lets the young generation of the heap grow, or keeps it small: what it grows to while the service starts would be kept
 * for good, some 20 MiB. Compiled code counts only under the flags that it was made with, so that it is made while the
 * generation is small (scripts/bundle.mjs).
 */
export function letYoungGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}
