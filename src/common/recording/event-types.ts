import { wordsOf } from '../errors/humanize';

/** The description of a type of event for the API document, and when it is recorded. */
interface EventTypeOptions {
  says: string;
  /** Recorded in place of an update that sets this field to this value. */
  becomes?: [field: string, value: string];
  /** The column with the time of the event at the terminal; now by default. */
  at?: string;
  /** The path of what the event is about, if that is no record with an id. */
  path?: string;
}

const was = (record: string, done: string): EventTypeOptions => ({
  says: `${/^[aeio]/.test(record) ? 'An' : 'A'} ${record} was ${done}.`,
});

/** Every type of event except those of set-up kinds, which are `<kind>.created`, `.updated` and `.deleted`. */
const EVENT_TYPES = {
  'voyage.created': was('voyage', 'created'),
  'voyage.updated': was('voyage', 'changed'),
  'voyage.departed': {
    says: 'The vessel of a voyage left the port.',
    becomes: ['status', 'departed'],
    at: 'actual_time_of_departure',
  },
  'voyage.cancelled': { says: 'A voyage was cancelled.', becomes: ['cancelled', 'true'] },
  'vessel.created': was('vessel', 'created'),
  'vessel.updated': was('vessel', 'changed'),
  'voyage_event.created': was('voyage event', 'noted'),
  'voyage_event.updated': was('voyage event', 'changed'),
  'voyage_event.deleted': was('voyage event', 'deleted'),
  'manifest.created': was('manifest', 'created'),
  'manifest.deleted': was('manifest', 'deleted, and its bills of lading with it'),
  'bill_of_lading.created': was('bill of lading', 'created'),
  'bill_of_lading.updated': was('bill of lading', 'changed'),
  'bill_of_lading.deleted': was('bill of lading', 'deleted with its manifest'),
  'container.discharged': was('container', 'discharged from a vessel'),
  'container.loaded': was('container', 'loaded on a vessel'),
  'container.gated_in': was('container', 'brought by a truck'),
  'container.gated_out': was('container', 'taken by a truck'),
  'container.moved': was('container', 'moved, other than to or from a vessel or a truck'),
  'container.emptied': was('container', 'emptied at the terminal'),
  'vehicle.moved': was('vehicle', 'moved: discharged, loaded, delivered or put elsewhere'),
  'breakbulk.moved': was('lot of breakbulk', 'moved, or some of its pieces'),
  'container.renumbered': {
    says: 'A container got another number, and became one with the container of that number where there was one.',
  },
  'container_stay.updated': was('stay of a container', 'corrected'),
  'container_stay.vgm_differs': {
    says: 'A weight that was measured at the terminal differs from the verified gross mass of a container by more than is tolerated.',
  },
  'container.segregation_warned': {
    says: 'A container with dangerous goods was put where it should not stand, or its goods or its area changed so.',
  },
  'container.imdg_overdue': {
    says: 'Dangerous goods have stood in a yard area for longer than its `imdg_hours`.',
  },
  'container.plugged_in': was('container', 'connected to power'),
  'container.plugged_out': was('container', 'taken off power'),
  'packing_list_item.stripped': was('packing list item', 'taken out of its container, or some of it'),
  'packing_list_item.delivered': was('packing list item', 'handed over, or some of it'),
  'organization.updated': { ...was('setting of the organization', 'changed'), path: '/api/v1/organization' },
  'container_hold.applied': { ...was('hold', 'applied to a container'), at: 'applied_at' },
  'container_hold.lifted': { ...was('hold', 'lifted from a container'), at: 'lifted_at' },
  'container_hold.returned': {
    says: 'A hold that was lifted for a time is in force on its container again.',
    at: 'lifted_until',
  },
  'bill_of_lading_hold.applied': { ...was('hold', 'applied to a bill of lading'), at: 'applied_at' },
  'bill_of_lading_hold.lifted': { ...was('hold', 'lifted from a bill of lading'), at: 'lifted_at' },
  'bill_of_lading_hold.returned': {
    says: 'A hold that was lifted for a time is in force on its bill of lading again.',
    at: 'lifted_until',
  },
  'container_release.created': {
    says: 'A line released a container from holds of a type, or all on a bill of lading.',
  },
  'container_release.applied': {
    says: 'A release of a container lifted its hold, at once or when that was applied.',
    at: 'applied_at',
  },
  'container_release.cancelled': { ...was('release of a container', 'cancelled'), at: 'cancelled_at' },
  'container_damage.found': { ...was('damage of a container', 'found'), at: 'found_at' },
  'container_damage.updated': was('damage of a container', 'corrected'),
  'container_damage.repaired': { ...was('damage of a container', 'repaired'), at: 'repaired_at' },
  'container_damage.withdrawn': {
    says: 'A damage of a container was withdrawn, because it was entered in error.',
    at: 'withdrawn_at',
  },
  'reefer.deviating': {
    says: 'The temperature of a reefer differs from its set point by more than is tolerated, for longer than is tolerated.',
  },
  'reefer.back': { says: 'The temperature of a reefer that deviated is within the tolerance again.' },
  'reefer.unread': { says: 'A reefer was not read for as many hours as the organization allows.' },
  'reefer.unplugged': {
    says: 'An operating reefer is off power for as many minutes as the organization allows.',
  },
  'inspection.created': { ...was('container', 'inspected'), at: 'at' },
  'inspection.updated': was('inspection of a container', 'corrected'),
  'pre_advice.created': was('pre-advice', 'given'),
  'pre_advice.updated': was('pre-advice', 'changed'),
  'pre_advice.deleted': was('pre-advice', 'withdrawn'),
  'appointment.cancelled': {
    ...was('appointment', 'cancelled'),
    becomes: ['status', 'cancelled'],
    at: 'cancelled_at',
  },
  'booking_release.cancelled': { ...was('release of empties', 'cancelled'), at: 'cancelled_at' },
  'booking_release.expired': { says: 'The time of a release of empties is over.', at: 'valid_until' },
  'appointment.missed': { says: 'The truck of an appointment did not come in time.', at: 'missed_at' },
  'truck_visit.gated_in': { ...was('truck', 'let in'), at: 'gated_in_at' },
  'truck_visit.gated_out': { ...was('truck', 'let out'), at: 'gated_out_at' },
  'nomination.created': { says: 'The right to collect was given.' },
  'nomination.other_nomination': {
    says: 'The right to collect was given while another one, of another chain, counted for one of its containers.',
  },
  'nomination.passed_on': { says: 'The holder of the right to collect passed it on.' },
  'nomination.revoked': { says: 'The right to collect was taken back.', at: 'revoked_at' },
  'nomination.used': { says: 'A container was collected by whoever held the right.', at: 'ended_at' },
  'nomination.expired': { says: 'The right to collect is over, because its time is.', at: 'ended_at' },
  'gate_refusal.created': { says: 'The gate refused to let a truck in or out.', at: 'at' },
  'truck_visit.updated': was('truck visit', 'changed'),
  'truck_visit.cancelled': { ...was('truck visit', 'taken back'), at: 'cancelled_at' },
  'interchange.created': was('interchange', 'added to a truck visit'),
  'interchange.updated': was('interchange', 'changed or completed'),
  'interchange.deleted': was('interchange', 'deleted'),
  'interchange.reversed': { ...was('interchange', 'taken back'), at: 'reversed_at' },
  'receipt.issued': { ...was('receipt', 'made of a handover that was completed'), at: 'issued_at' },
  'receipt.corrected': {
    says: 'A receipt was issued anew, because what it states was corrected.',
    at: 'issued_at',
  },
  'receipt.cancelled': {
    says: 'A receipt was cancelled, because its handover was taken back.',
    at: 'issued_at',
  },
  'tally.created': was('tally', 'begun'),
  'tally.updated': was('tally', 'changed or closed'),
  'tally.closed': { ...was('tally', 'closed'), at: 'closed_at' },
  'tally.reopened': was('tally', 'opened again'),
  'tally_item.short': { says: 'A tally was closed before all of an item was counted.' },
  'tally_move.undone': { ...was('move of a crane', 'undone'), at: 'undone_at' },
  'load_list_item.created': was('item', 'put on a load list'),
  'load_list_item.deleted': was('item', 'taken from a load list'),
  'load_list_item.updated': was('item of a load list', 'unloaded again'),
  'discharge_list_item.created': was('item', 'put on a discharge list'),
  'discharge_list_item.deleted': was('item', 'taken from a discharge list'),
  'discharge_list_item.updated': was('item of a discharge list', 'changed, or not discharged after all'),
  'discharge_list_item.discharged': { ...was('item of a discharge list', 'discharged'), at: 'discharged_at' },
  'load_list_item.loaded': { ...was('item of a load list', 'loaded'), at: 'loaded_at' },
  'genset.created': was('genset', 'created'),
  'genset.updated': was('genset', 'changed'),
  'freight_forwarder.created': was('freight forwarder', 'created'),
  'freight_forwarder.updated': was('freight forwarder', 'changed'),
  'freight_forwarder.deleted': was('freight forwarder', 'made inactive'),
  'consignee.created': was('consignee', 'created'),
  'consignee.updated': was('consignee', 'changed'),
  'consignee.deleted': was('consignee', 'deleted'),
  'shipping_line.created': was('shipping line', 'created'),
  'shipping_line.updated': was('shipping line', 'changed'),
  'truck.created': was('truck', 'created'),
  'truck.updated': was('truck', 'changed'),
  'tariff.published': { ...was('tariff', 'published'), at: 'published_at' },
  'billing_profile.updated': {
    ...was('setting of billing', 'changed'),
    path: '/api/v1/billing_profile',
  },
  'billing_account.credit_limit_reached': {
    says: 'A container left on an account that owes more than its credit limit, for the first time on a day.',
  },
  'service_order.completed': { ...was('service order', 'completed'), at: 'done_at' },
  'service_order.cancelled': { ...was('service order', 'cancelled'), at: 'cancelled_at' },
  'billing_run.started': was('billing run', 'started'),
  'billing_run.completed': { ...was('billing run', 'completed'), at: 'finished_at' },
  'billing_run.cancelled': { ...was('billing run', 'cancelled'), at: 'finished_at' },
  'billing_run.failed': { says: 'A billing run failed, and was given up.', at: 'finished_at' },
  'charge.created': was('charge', 'made, outside of a run'),
  'charge.waived': was('charge', 'waived: a waiver was made'),
  'invoice.created': was('invoice', 'created'),
  'invoice.updated': was('invoice', 'changed'),
  'invoice.approved': { ...was('invoice', 'approved'), becomes: ['approved', 'true'], at: 'approved_at' },
  'invoice.paid': { ...was('invoice', 'paid'), becomes: ['paid', 'true'] },
  'invoice.credited': was('invoice', 'credited: a credit note was drafted'),
  'invoice.credit_applied': was('credit note', 'applied to invoices'),
  'invoice.deleted': was('invoice', 'deleted'),
  'payment.received': was('payment', 'received'),
  'payment.refunded': { says: 'Money was paid out for a credit note.' },
  'payment.allocated': was('payment', 'allocated to invoices, after it was received'),
  'payment.deallocated': was('payment', 'taken back from an invoice'),
  'payment.reversed': { ...was('payment', 'reversed: it counts nowhere'), at: 'reversed_at' },
  'till.closed': was('till', 'counted and closed'),
  'edi_interchange.received': was('EDI interchange', 'received, and kept'),
  'edi_interchange.refused': {
    says: 'An EDI interchange was refused as a whole: its errors say why.',
    at: 'read_at',
  },
  'edi_interchange.queued': was('EDI interchange', 'composed, and waits to be sent'),
  'edi_interchange.sent': { ...was('EDI interchange', 'sent'), at: 'sent_at' },
  'edi_interchange.acknowledged': {
    ...was('EDI interchange', 'acknowledged by its partner'),
    at: 'acknowledged_at',
  },
  'edi_interchange.rejected': {
    ...was('EDI interchange', 'rejected by its partner'),
    at: 'acknowledged_at',
  },
  'edi_interchange.overdue': {
    says: 'The partner has not acknowledged an EDI interchange in time.',
    at: 'answer_due_at',
  },
  'edi_message.waiting': { says: 'An EDI message waits for somebody to apply it.', at: 'previewed_at' },
  'edi_message.applied': { ...was('EDI message', 'applied'), at: 'applied_at' },
  'edi_message.refused': { says: 'An EDI message was refused: its errors say why.' },
  'edi_message.cancelled': { says: 'A later EDI message took back what one said.' },
  'edi_message.dismissed': was('EDI message', 'dismissed'),
  'edi_channel.created': was('EDI channel', 'created'),
  'edi_channel.updated': was('EDI channel', 'changed'),
  'edi_channel.deleted': was('EDI channel', 'deleted'),
  'edi_channel.failing': {
    says: 'Every try of an EDI channel has failed for an hour: its last_error says why.',
  },
  'edi_channel.recovered': { says: 'An EDI channel works again that was told to fail.' },
  'truck_driver.erased': {
    says: 'The personal data of a truck driver was erased: erase what you keep of it.',
    at: 'erased_at',
  },
  'user.erased': {
    says: 'The personal data of a user was erased: erase what you keep of it.',
    at: 'erased_at',
  },
  'webhook_endpoint.created': was('webhook endpoint', 'created'),
  'webhook_endpoint.updated': was('webhook endpoint', 'changed'),
  'webhook_endpoint.deleted': was('webhook endpoint', 'deleted'),
  'webhook_endpoint.deactivated': {
    says: 'A webhook endpoint is sent nothing any more: it answered 410, or everything failed for days.',
  },
  'import.completed': {
    says: 'Files were imported: read the lists again, since there is no event for each line.',
  },
} satisfies Record<string, EventTypeOptions>;

export type EventType = keyof typeof EVENT_TYPES;

/**
 * What tokens learn that are limited to parties, where the record concerns one of these; beside it the events of set-up
 * kinds that are open to parties. Nothing else is shown to them.
 */
const TOLD_TO_PARTIES: EventType[] = [
  'voyage.created',
  'voyage.updated',
  'voyage.departed',
  'voyage.cancelled',
  'vessel.created',
  'vessel.updated',
  'manifest.created',
  'manifest.deleted',
  'bill_of_lading.created',
  'bill_of_lading.updated',
  'bill_of_lading.deleted',
  'container.discharged',
  'container.loaded',
  'container.gated_in',
  'container.gated_out',
  'container.moved',
  'container.emptied',
  'container.renumbered',
  'container_stay.updated',
  'container_stay.vgm_differs',
  'vehicle.moved',
  'breakbulk.moved',
  'packing_list_item.stripped',
  'packing_list_item.delivered',
  'container_hold.applied',
  'container_hold.lifted',
  'container_hold.returned',
  'bill_of_lading_hold.applied',
  'bill_of_lading_hold.lifted',
  'bill_of_lading_hold.returned',
  'pre_advice.created',
  'pre_advice.updated',
  'pre_advice.deleted',
  'appointment.cancelled',
  'appointment.missed',
  'nomination.created',
  'nomination.passed_on',
  'nomination.revoked',
  'nomination.used',
  'nomination.expired',
  'truck_visit.gated_in',
  'truck_visit.gated_out',
  'truck_visit.updated',
  'truck_visit.cancelled',
  'gate_refusal.created',
  'interchange.created',
  'interchange.updated',
  'interchange.deleted',
  'interchange.reversed',
  'receipt.issued',
  'receipt.corrected',
  'receipt.cancelled',
  'load_list_item.created',
  'load_list_item.deleted',
  'load_list_item.updated',
  'load_list_item.loaded',
  'genset.created',
  'genset.updated',
  'service_order.completed',
  'service_order.cancelled',
  'freight_forwarder.created',
  'freight_forwarder.updated',
  'freight_forwarder.deleted',
  'consignee.created',
  'consignee.updated',
  'consignee.deleted',
  'shipping_line.created',
  'shipping_line.updated',
  'truck.created',
  'truck.updated',
  'truck_driver.erased',
  'invoice.created',
  'invoice.updated',
  'invoice.approved',
  'invoice.paid',
  'invoice.credit_applied',
  'invoice.deleted',
  'payment.received',
  'payment.refunded',
  'payment.allocated',
  'payment.deallocated',
  'payment.reversed',
];

/** A party has to do with a stay now. It is shown to that party alone, and to no unlimited token. */
export const PARTY_ADDED = 'container_stay.party_added';

/** The verbs in the descriptions of a set-up kind's events. */
const KIND_EVENTS = { created: 'created', updated: 'changed', deleted: 'deleted' } as const;
export type KindEvent = keyof typeof KIND_EVENTS;

const ofKinds = new Map<string, EventTypeOptions>();
const toldToParties = new Set<string>([...TOLD_TO_PARTIES, PARTY_ADDED]);
let all: Map<string, EventTypeOptions> | undefined;

/**
 * Registers the types of event of a set-up kind.
 * @param keeps whether its records are never deleted
 * @param open whether parties learn of those that concern them
 */
export function addKindEvents(singular: string, keeps = false, open = false): void {
  for (const [event, done] of Object.entries(KIND_EVENTS).filter(([each]) => !keeps || each !== 'deleted')) {
    const type = `${singular}.${event}`;
    ofKinds.set(type, was(wordsOf(singular), done));
    if (open) toldToParties.add(type);
  }
  all = undefined;
}

/** Every type of event with its description. */
export function eventTypes(): Map<string, EventTypeOptions> {
  return (all ??= new Map([
    ...Object.entries<EventTypeOptions>(EVENT_TYPES),
    ...[...ofKinds].sort(([a], [b]) => (a < b ? -1 : 1)), // The order must not depend on the order of loading.
  ]));
}

/** Whether parties are shown an event of this type, where the record concerns them. */
export const isToldToParties = (type: string): boolean => toldToParties.has(type);
