import { setFlagsFromString } from 'node:v8';

/** How much bytecode a function runs before V8 optimizes it, in bytes: by default, and while the service starts. */
const OPTIMIZED_AFTER = 66 * 1024;
const OPTIMIZED_LATE = 4_000_000;

/**
 * Keeps V8's heap small while the service starts, and lets it grow then: the young generation would keep the size that it
 * reaches during the start, some 20 MiB. V8 accepts a code cache only under the flags that it was made with, so the heap is
 * kept small while the cache is made (scripts/bundle.mjs).
 *
 * A heap that grows is collected when it has doubled. By default V8 collects it after 30 pages of 100 records, on other
 * threads, which takes half as much processor time again as such a page.
 *
 * Nothing is optimized during the start, because what is hot then runs no more afterwards: a fifth of its processor time and
 * 13 MiB.
 */
export function letHeapGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${grows ? 100 : 0}`);
  setFlagsFromString(`--interrupt-budget=${grows ? OPTIMIZED_AFTER : OPTIMIZED_LATE}`);
}
