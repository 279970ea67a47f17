import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap small while the service starts, and lets it grow then: the young generation would keep the size that it
 * reaches during the start, some 20 MiB. V8 accepts a code cache only under the flags that it was made with, so the heap is
 * kept small while the cache is made (scripts/bundle.mjs).
 *
 * A heap that grows is collected when it has doubled. By default V8 collects it after 30 pages of 100 records, on other
 * threads, which takes half as much processor time again as such a page.
 */
export function letHeapGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${grows ? 100 : 0}`);
}
