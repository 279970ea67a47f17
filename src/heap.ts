import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap of V8 grow, or keeps it small: what its young generation grows to while the service starts would be kept
 * for good, some 20 MiB. Compiled code counts only under the flags that it was made with, so that it is made while the
 * heap is kept small (scripts/bundle.mjs).
 *
 * All of the heap is looked through again when it has doubled. Left to itself V8 does that after 30 pages of 100 records,
 * on threads whose time it takes to cost nothing: half of what such a page takes node.
 */
export function letHeapGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${grows ? 100 : 0}`);
}
