/** The kinds of records that may be a party. */
export const PARTY_TYPES = [
  'trucking_company',
  'consignee',
  'freight_forwarder',
  'shipping_line',
  'agent',
] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** A party of an actor: its row of `parties`, and the company that it is. */
export interface PartyOfActor {
  id: number;
  type: PartyType;
  record_id: number;
}
