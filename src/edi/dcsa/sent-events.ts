import type { EventType } from '../../common/recording/event-types';

export const EVENT_KINDS = ['EQUIPMENT', 'TRANSPORT'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event of the feed becomes in Track & Trace. */
export interface Told {
  type: EventType;
  /** Which one it is of those that an event of the feed becomes. */
  part: number;
  kind: EventKind;
  code: string;
  classifier: 'ACT' | 'EST';
  /** Of an update: the field that has to have changed to a time, which is when it happens. */
  field: string | null;
}

const moved = (type: EventType, code: string): Told => ({
  type,
  part: 0,
  kind: 'EQUIPMENT',
  code,
  classifier: 'ACT',
  field: null,
});

const timed = (part: number, field: string, code: string, classifier: Told['classifier']): Told => ({
  type: 'voyage.updated',
  part,
  kind: 'TRANSPORT',
  code,
  classifier,
  field,
});

/** All that is told. */
export const TOLD: Told[] = [
  moved('container.gated_in', 'GTIN'),
  moved('container.gated_out', 'GTOT'),
  moved('container.discharged', 'DISC'),
  moved('container.loaded', 'LOAD'),
  timed(0, 'et_of_berth', 'ARRI', 'EST'),
  timed(1, 'actual_time_of_berth', 'ARRI', 'ACT'),
  timed(2, 'estimated_time_of_departure', 'DEPA', 'EST'),
  // a correction: the departure itself is an event of its own
  timed(3, 'actual_time_of_departure', 'DEPA', 'ACT'),
  { type: 'voyage.departed', part: 0, kind: 'TRANSPORT', code: 'DEPA', classifier: 'ACT', field: null },
];
