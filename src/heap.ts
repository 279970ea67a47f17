import { setFlagsFromString } from 'node:v8';

/**
 * Sets the growth of V8's heap: without growth while the service starts, with growth once it serves.
 *
 * While the service starts, growth is off because the young generation would keep its size for good, some 20 MiB. V8
 * accepts cached code only under the flags that it was compiled with, so the build compiles it with growth off as well
 * (scripts/bundle.mjs).
 *
 * Once it serves, V8 collects the whole heap only when it has doubled. By default it does so after 30 pages of 100
 * records, on background threads, which takes half of the CPU time that node spends on such a page.
 */
export function letHeapGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${grows ? 100 : 0}`);
}
