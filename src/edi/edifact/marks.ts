import type { Segment } from './tokenizer';

/** How many segments there are from mark to mark. */
export const MARKED = 100;

/** Where each hundredth segment of an interchange begins, so that a page of segments is read without those before it. */
export class Marks {
  /** The bytes at which the segments 1, 101, 201 and so on begin. */
  readonly begins: number[] = [];
  segments_count = 0;

  take({ number, at }: Pick<Segment, 'number' | 'at'>): void {
    if (number % MARKED === 1) this.begins.push(at);
    this.segments_count = number;
  }
}
