/** How a charge came about: for what happened, to correct charges, or because it was waived. */
export const CHARGE_KINDS = ['charge', 'adjustment', 'waiver'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** How far a charge has come. */
export const CHARGE_STATUSES = ['open', 'draft', 'invoiced', 'paid', 'waived', 'settled'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** The records that charges are for, each with the column of `charge_subjects` that refers to it. */
export const SUBJECT_COLUMNS = {
  container_stay: 'stay_id',
  voyage: 'voyage_id',
  truck_visit: 'truck_visit_id',
  appointment: 'appointment_id',
  packing_list_item: 'packing_list_item_id',
  service_order: 'service_order_id',
  vehicle: 'vehicle_id',
  breakbulk: 'breakbulk_id',
} as const;

/** What a mark is about: one subject, or a record that represents stays; `all` represents every subject. */
export const MARK_TYPES = [
  'container_stay',
  'voyage',
  'truck_visit',
  'appointment',
  'packing_list_item',
  'service_order',
  'vehicle',
  'breakbulk',
  'stays_of_voyage',
  'stays_of_bill_of_lading',
  'stays_of_booking',
  'stays_of_shipping_line',
  'stays_of_consignee',
  'all',
] as const;
export type MarkType = (typeof MARK_TYPES)[number];
