/** The levels of an interest. An owner sees more of a stay than a carrier does. */
export const LEVELS = ['owner', 'carrier'] as const;

/**
 * The ways in which a party has an interest in a stay, as bits of the column `ways`. The functions `stays_of_…` of the
 * database say when each holds. 128 and 256 are kept for nominations of an owner and of a carrier.
 */
export const STAY_WAYS = {
  line: 1,
  agent: 2,
  consignee: 4,
  bill: 8,
  item: 16,
  visit: 32,
  announcement: 64,
} as const;

/** The ways in which a party has an interest in a bill: it is the consignee, or the line or agent of its manifest. */
export const BILL_WAYS = { line: 1, agent: 2, consignee: 4 } as const;

/** The bits of the ways by which a party is an owner. */
const OF_OWNER = STAY_WAYS.line | STAY_WAYS.agent | STAY_WAYS.consignee | STAY_WAYS.bill;

/** SQL: the condition that the level of a row is that of its ways: the higher one counts. */
export const LEVEL_OF_WAYS = `(level = 'owner') = (ways & ${OF_OWNER} > 0) AND ways > 0`;

/** SQL: the level of these ways. */
export const levelOf = (ways: string) =>
  `CASE WHEN ${ways} & ${OF_OWNER} > 0 THEN 'owner' ELSE 'carrier' END`;
