/** The levels of an interest. An owner sees more of a stay than a carrier does. */
export const LEVELS = ['owner', 'carrier'] as const;

/**
 * The ways in which a party has an interest in a stay, as bits of the column `ways`. The functions `stays_of_…` of the
 * database say when each holds.
 */
export const STAY_WAYS = {
  line: 1,
  agent: 2,
  consignee: 4,
  bill: 8,
  item: 16,
  visit: 32,
  announcement: 64,
  nominated_forwarder: 128,
  nominated_haulier: 256,
} as const;

/** The ways in which a party has an interest in a bill: it is the consignee, the line or agent of its manifest, or a forwarder that is nominated for it. */
export const BILL_WAYS = { line: 1, agent: 2, consignee: 4, nominated_forwarder: 128 } as const;

/** The bits of the ways by which a party is an owner. */
const OF_OWNER =
  STAY_WAYS.line | STAY_WAYS.agent | STAY_WAYS.consignee | STAY_WAYS.bill | STAY_WAYS.nominated_forwarder;

/** SQL: the condition that the level of a row is that of its ways: the higher one counts. */
export const LEVEL_OF_WAYS = `(level = 'owner') = (ways & ${OF_OWNER} > 0) AND ways > 0`;

/** SQL: the level of these ways. */
export const levelOf = (ways: string) =>
  `CASE WHEN ${ways} & ${OF_OWNER} > 0 THEN 'owner' ELSE 'carrier' END`;
