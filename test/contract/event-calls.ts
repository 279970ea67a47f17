import { ChannelStates } from '../../src/edi/channels/channel-states';
import { anEdiChannel } from '../factories/edi-channels';
import { BillingRun } from '../../src/billing/runs/billing-run.entity';
import { BillingRunsService } from '../../src/billing/runs/billing-runs.service';
import { RunSteps } from '../../src/billing/runs/run-steps.service';
import { inTransaction } from '../factories/charges';
import { aRun } from '../factories/runs';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { NoticingNominationsService } from '../../src/gate/nominations/noticing-nominations.service';
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
import { aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import { aConsignee, aTruckingCompany } from '../factories/parties';
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

  const manifest = await aManifest(client);
  await aBill(client, manifest);
  await client.delete(`/manifests/${manifest.client_identifier}`);

  const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
  await gateOut(client, visit.truck.license_plate, {});
  await gateOut(client, visit.truck.license_plate, {});

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

  const { number: missed } = await anAppointment(client);
  await client.service.query(
    `UPDATE appointments SET starts_at = '2026-11-20T08:00:00Z', ends_at = '2026-11-20T09:00:00Z',
       slot_purpose = 'any'
     WHERE organization_id = $1 AND number = $2`,
    [client.organization_id, missed],
  );
  await client.service.app.get(MissedAppointmentsService, { strict: false }).noticeAll();

  await letNominationsEnd(client);

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

/** One nomination was used, and the time of another is over. */
async function letNominationsEnd(client: Client): Promise<void> {
  for (const change of [`status = 'used', ended_at = now()`, `valid_until = now()`]) {
    const { name } = await aConsignee(client);
    const { number: container } = await aContainerInYard(client, { consignee: name });
    const { code } = await aTruckingCompany(client);
    const { nomination } = await client.create('/nominations', {
      container,
      from: { type: 'consignee', key: name },
      to: { type: 'trucking_company', key: code },
    });
    await client.service.query(
      `UPDATE nominations SET ${change} WHERE organization_id = $1 AND number = $2`,
      [client.organization_id, nomination.number],
    );
  }
  await client.service.app.get(NoticingNominationsService, { strict: false }).noticeAll();
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
  const claim = { organization_id, edi_channel_id: id as number, claim: 1, is_failing: true, polls: false };
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

/** Starts a billing run that fails before a worker sees it. */
const failRun = (client: Client) =>
  inTransaction(
    client,
    async (db) => {
      const steps = client.service.app.get(RunSteps, { strict: false });
      await new BillingRunsService(db, { wake: () => undefined }, steps).create({ until: '2026-11-19' });
      const { id } = (await db.find(BillingRun, { status: 'running' }))!;
      const { organization_id } = client;
      await steps.fail({ organization_id, id, claim: 0, limit: 1, alone: 0 }, 'The database did not answer.');
    },
    'POST /api/v1/billing_runs',
  );

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
