import { ChannelStates } from '../../src/edi/channels/channel-states';
import { anEdiChannel } from '../factories/edi-channels';
import { BillingRun } from '../../src/billing/runs/billing-run.entity';
import { BillingRunsService } from '../../src/billing/runs/billing-runs.service';
import { CreditLimits } from '../../src/billing/release/credit-limits.service';
import { RunSteps } from '../../src/billing/runs/run-steps.service';
import { anAccount } from '../factories/billing';
import { inTransaction } from '../factories/charges';
import { aReading, aReefer } from '../factories/condition';
import { aRun } from '../factories/runs';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { ReeferWatching } from '../../src/condition/reefers/reefer-watching.service';
import { OverdueGoodsService } from '../../src/condition/dangerous-goods/overdue-goods.service';
import { ExpiredReleasesService } from '../../src/cargo/booking-releases/expired-releases.service';
import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { ReturningHolds } from '../../src/holds/applied-holds/returning-holds';
import {
  aBill,
  aContainer,
  aDischargeList,
  aLoadList,
  aManifest,
  anItemToDischarge,
  holdsOf,
} from '../factories/cargo';
import {
  aContainerInYard,
  aNewContainer,
  anAppointment,
  aVisitFor,
  dropOff,
  gateOut,
} from '../factories/gate';
import { aSegregationRule } from '../factories/dangerous-goods';
import { aContainerRelease, aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import { aConsignee, aShippingLine, aTruckDriver, aTruckingCompany } from '../factories/parties';
import { countAnew } from '../factories/record';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, eventOf } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Received, Receiver } from '../setup/receiver';

/**
 * Has what happens that the other calls leave out: with them, there is an event of every type. Returns what a test of a
 * webhook sends, which is no event.
 */
export async function haveTheRestHappen(client: Client, kinds: string[]): Promise<Received> {
  countAnew();
  for (const kind of kinds) {
    // an event calls its user what the user is called when it is published
    if (kind === 'users') await allPublished(client);
    await changeOne(client, kind);
  }
  const { number: voyage } = await aVoyage(client);
  await client.patch(`/voyages/${voyage}`, { voyage: { at_of_departure: '2026-11-20T12:00:00Z' } });
  await client.patch(`/voyages/${(await aVoyage(client)).number}`, { voyage: { cancelled: true } });

  await weighOne(client);
  await placeDangerousGoods(client);
  await watchReefer(client);

  const manifest = await aManifest(client);
  await aBill(client, manifest);
  await client.delete(`/manifests/${manifest.client_identifier}`);

  const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
  await gateOut(client, visit.truck.license_plate, {});
  await gateOut(client, visit.truck.license_plate, {});

  await correctReceipt(client);

  const call = (await aVoyage(client)).number;
  await aManifest(client, { voyage_number: call });
  const { number: container } = await aContainer(client);
  await aLoadList(client, { voyage: call, items: [{ load_list_item_type: 'full', container }] });
  await aTallyMove(client, { voyage: call, container });
  await aTallyMove(client, { voyage: call, container, kind: 'shift', tally_type: 'loading' });
  const { id: loaded } = await aTallyMove(client, { voyage: call, container, tally_type: 'loading' });
  await client.delete(`/tally_moves/${loaded}`);
  const arrival = (await aVoyage(client)).number;
  const toDischarge = await anItemToDischarge(client, await aDischargeList(client, { voyage: arrival }));
  const discharge = { voyage: arrival, container: toDischarge.container.number };
  await client.delete(`/tally_moves/${(await aTallyMove(client, discharge)).id}`);

  const { number: held } = await aContainer(client);
  await lift(client, held, (await aHold(client, held)).id, '2099-01-01');
  const bill = await aBill(client);
  const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
  await client.put(`${holdsOf(bill)}/${type.id}`);
  await client.delete(`${holdsOf(bill)}/${type.id}`, {
    hold: { reference_number: 'R', lift_until: '2099-01-01' },
  });
  for (const table of ['container_holds', 'bill_of_lading_holds'] as const) await letLiftsPass(client, table);
  await client.service.app.get(ReturningHolds, { strict: false }).tellAll();

  await aRun(client, { until: '2026-11-19' });
  await failRun(client);
  await reachLimit(client);

  const { number: missed } = await anAppointment(client);
  await client.service.query(
    `UPDATE appointments SET starts_at = '2026-11-20T08:00:00Z', ends_at = '2026-11-20T09:00:00Z',
       slot_purpose = 'any'
     WHERE organization_id = $1 AND number = $2`,
    [client.organization_id, missed],
  );
  await client.service.app.get(MissedAppointmentsService, { strict: false }).noticeAll();

  await letNominationsEnd(client);
  await letReleaseExpire(client);
  await cancelContainerRelease(client);

  await failAndRecover(client);
  await letAnswerBeOverdue(client);

  const { truck_driver } = await client.create('/truck_drivers', { license_number: 'DL-ERASED' });
  await client.post(`/truck_drivers/${truck_driver.id}/erase`, { reason: 'Asked for' });
  const { user } = await client.create('/users', { email: 'erased@harbour.example' });
  await client.post(`/users/${user.id}/erase`, { reason: 'Asked for' });

  const receiver = await Receiver.start();
  const endpoint = { url: receiver.url, types: ['user.created'] };
  const { webhook_endpoint } = await client.create('/webhook_endpoints', endpoint);
  await client.post(`/webhook_endpoints/${webhook_endpoint.id}/test`);
  const test = await eventually('a test', () => receiver.received[0]);
  receiver.answer = (response) => response.writeHead(410).end();
  await client.create('/users', { email: 'receiver@harbour.example' });
  await eventOf(client, 'webhook_endpoint.deactivated');
  await receiver.stop();
  return test;
}

/** A container is put where its goods should not stand, and stays there for too long. */
async function placeDangerousGoods(client: Client): Promise<void> {
  const { id } = await aSegregationRule(client);
  await client.patch(`/segregation_rules/${id}`, { value: 2 });
  await client.patch('/organization', { dangerous_goods_check: 'warn' });
  const { number, yard_area } = await aContainerInYard(client, { container_status: 'full' });
  await client.patch(`/yard_areas/${yard_area.name}`, { accepts_imdg_classes: ['9'], imdg_hours: 24 });
  await client.put(`/containers/${number}/dangerous_goods`, { dangerous_goods: [{ imdg_class: '3' }] });
  await client.service.query(
    `UPDATE container_stays s SET in_at = now() - interval '2 days' FROM containers c
     WHERE c.organization_id = $1 AND c.number = $2 AND s.organization_id = c.organization_id AND s.id = c.stay_id`,
    [client.organization_id, number],
  );
  await client.service.query(
    `UPDATE container_movements m SET moved_at = now() - interval '2 days' FROM containers c
     WHERE c.organization_id = $1 AND c.number = $2 AND m.organization_id = c.organization_id AND m.container_id = c.id`,
    [client.organization_id, number],
  );
  await client.service.app.get(OverdueGoodsService).noticeAll();
  await client.patch('/organization', { dangerous_goods_check: 'off' });
  await client.patch(`/yard_areas/${yard_area.name}`, { accepts_imdg_classes: null, imdg_hours: null });
}

/** A reefer warms up and is back; it is not on power, and nobody reads it any more. */
async function watchReefer(client: Client): Promise<void> {
  const watching = client.service.app.get(ReeferWatching, { strict: false });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const { number, id } = await aReefer(client);
  await client.service.query(
    `UPDATE container_stays SET in_at = now() - interval '2 days' WHERE organization_id = $1 AND container_id = $2`,
    [client.organization_id, id],
  );
  await client.patch('/organization', { reefer_tolerance_degrees: 2, reefer_tolerance_minutes: 30 });
  for (const minutes of [400, 300])
    await aReading(client, number as string, { at: ago(minutes), return: -12 });
  await watching.noticeAll();
  await aReading(client, number as string, { at: ago(200) });
  await client.patch('/organization', { reefer_unread_hours: 2 });
  await watching.noticeAll();
  await client.patch('/organization', { reefer_tolerance_degrees: null, reefer_unread_hours: null });
}

/** A container weighs more at the terminal than was declared. */
async function weighOne(client: Client): Promise<void> {
  await client.patch('/organization', { vgm_tolerance: 5 });
  const { number } = await aContainerInYard(client, { container_status: 'full', usage: 'export' });
  const mass = { vgm: 20_000, vgm_method: 'weighing', vgm_responsible: 'Ada Marsh' };
  await client.put(`/containers/${number}/vgm`, mass);
  await client.put(`/containers/${number}/vgm`, { ...mass, vgm: 22_500, vgm_source: 'weighbridge' });
  await client.patch('/organization', { vgm_tolerance: null });
}

/** One nomination was used, and the time of another is over; for its container another chain has begun. */
async function letNominationsEnd(client: Client): Promise<void> {
  for (const change of [`status = 'used', ended_at = now()`, `valid_until = now()`]) {
    const { name } = await aConsignee(client);
    const { code: line } = await aShippingLine(client);
    const { number: container } = await aContainerInYard(client, { consignee: name, shipping_line: line });
    const { code } = await aTruckingCompany(client);
    const to = { type: 'trucking_company', key: code };
    const from = { type: 'consignee', key: name };
    const { nomination } = await client.create('/nominations', { container, from, to });
    await client.create('/nominations', { container, from: { type: 'shipping_line', key: line }, to });
    await client.service.query(
      `UPDATE nominations SET ${change} WHERE organization_id = $1 AND number = $2`,
      [client.organization_id, nomination.number],
    );
  }
  await client.service.app.get(NominationExpiryService, { strict: false }).noticeAll();
}

/** The time of a release of empties is over. */
async function letReleaseExpire(client: Client): Promise<void> {
  const { booking } = await client.create('/bookings', { number: 'EXPIRED' });
  await client.post(`/bookings/${booking.number}/releases`, { quantity: 1 });
  await client.service.query(
    `UPDATE booking_releases SET valid_until = now() WHERE organization_id = $1 AND booking_id = $2`,
    [client.organization_id, booking.id],
  );
  await client.service.app.get(ExpiredReleasesService, { strict: false }).noticeAll();
}

/** A release of a container is cancelled that has lifted a hold. */
async function cancelContainerRelease(client: Client): Promise<void> {
  const { number } = await aContainerInYard(client, {});
  const { hold_type_id } = await aHold(client, number);
  await aContainerRelease(client, { container_number: number, hold_type_id, cancels: true });
}

/** The answer of a partner to an interchange is overdue. */
async function letAnswerBeOverdue(client: Client): Promise<void> {
  const { edi_interchanges } = (await client.get('/edi_interchanges?direction=out&status=acknowledged')).body;
  const { id } = edi_interchanges[0];
  await client.post(`/edi_interchanges/${id}/resend`);
  await client.post(`/edi_interchanges/${id}/taken`);
  await client.service.query(
    `UPDATE edi_interchanges SET answer_due_at = now() - interval '1 minute' WHERE organization_id = $1 AND id = $2`,
    [client.organization_id, id],
  );
  await eventOf(client, 'edi_interchange.overdue');
}

/** A channel fails for an hour, and works again. */
async function failAndRecover(client: Client): Promise<void> {
  const { id } = await anEdiChannel(client, {
    kind: 'sftp',
    host: 'sftp.westhaven.example',
    username: 'northquay',
    in_folder: 'to_terminal',
    out_folder: 'from_terminal',
  });
  const { organization_id, service } = client;
  const claim = {
    organization_id,
    edi_channel_id: id as number,
    id: 0,
    claim: 1,
    tries: 1,
    is_failing: true,
    polls: false,
  };
  await service.query(
    `INSERT INTO edi_channel_states (organization_id, edi_channel_id, claim, failing_since)
     VALUES ($1, $2, 1, now() - interval '1 hour')`,
    [organization_id, id],
  );
  const states = service.app.get(ChannelStates, { strict: false });
  const hold = () =>
    service.query(
      `UPDATE edi_channel_states SET claimed_until = now() + interval '1 hour' WHERE edi_channel_id = $1`,
      [id],
    );
  await hold();
  await states.failed(claim, 'The server does not let the user in.', () => Promise.resolve());
  await hold();
  await states.succeeded(claim, undefined);
}

/** A container leaves on an account that is beyond its credit limit. */
async function reachLimit(client: Client): Promise<void> {
  const { name } = await aConsignee(client);
  const customer = { customer_type: 'Consignee', name };
  const limit = { terms: 'credit', credit_limit: '5000.00', credit_currency: 'EUR' };
  const { id } = await anAccount(client, { customer, ...limit });
  const limits = client.service.app.get(CreditLimits, { strict: false });
  await inTransaction(
    client,
    () => limits.warn([id as number]),
    'POST /api/v1/trucks/:truck_license_number/gate_out',
  );
}

/** Starts a billing run that fails before a worker sees it. */
const failRun = (client: Client) =>
  inTransaction(
    client,
    async (db) => {
      const steps = client.service.app.get(RunSteps, { strict: false });
      await new BillingRunsService(db, { wake: () => undefined }, steps).create({ until: '2026-11-19' });
      const { id } = (await db.find(BillingRun, { status: 'running' }))!;
      const { organization_id } = client;
      await steps.skip({ organization_id, id, claim: 0, limit: 1, alone: 0 });
    },
    'POST /api/v1/billing_runs',
  );

/** Another driver is named after a handover. */
async function correctReceipt(client: Client): Promise<void> {
  const { id, interchanges } = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
  await client.patch(`/interchanges/${interchanges[0].id}`, { completed: true });
  await client.patch(`/truck_visits/${id}`, { truck_driver_id: (await aTruckDriver(client)).id });
}

/** Changes the first text of a record of a kind that takes another one. */
async function changeOne(client: Client, kind: string): Promise<void> {
  const records = Object.values((await client.get(`/${kind}?per=1`)).body).find(Array.isArray) as Record<
    string,
    unknown
  >[];
  const [record] = records;
  for (const [field, value] of Object.entries(record ?? {})) {
    // what is personal is in no event
    if ((typeof value !== 'string' && value !== null) || field === 'license_number') continue;
    for (const other of [`${value ?? 'Changed'} B`, '2027-01-31', 'import'])
      if ((await client.patch(`/${kind}/${String(record!.id)}`, { [field]: other })).status === 200) return;
  }
  throw new Error(`No text of ${kind} takes another value`);
}
