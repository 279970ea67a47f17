import { ReeferWatching } from '../../src/condition/reefers/reefer-watching.service';
import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { parse } from 'csv-parse/sync';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputField, inputFields } from '../../src/common/input/input-fields';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { transferKinds } from '../../src/transfer/kinds';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { anInvoice } from '../factories/billing';
import { aFile, aPdf } from '../factories/files';
import { aBill, aChassis, aContainer, aGenset, aLoadList, aYardSlot, keyOf } from '../factories/cargo';
import { aTallyMove, aVoyage } from '../factories/voyages';
import { exportFiles, importFiles, importFolder, whileImporting } from '../factories/transfer';
import { aDamage, anInspection, aReading, damageFields } from '../factories/condition';
import { aTally, broughtBy, count } from '../factories/quay';
import { aContainerRelease, aHold } from '../factories/holds';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** Tables that an export leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  organizations: 'an export is of one, and goes into another',
  audit_entries: 'they say who wrote what here; the import leaves its own',
  idempotency_keys: 'they are of tokens, and of a day',
  events_written: 'they are events on their way',
  events: 'they tell what happened here; the import leaves one of its own',
  event_feeds: 'they are the places of these events',
  event_parties: 'they say who is told of these events',
  webhook_deliveries: 'they are of these events',
  mails: 'they tell whom the terminal wrote to, and sending them twice would be wrong',
  imports: 'they tell which files came here, and what came of them',
  import_parts: 'they are the bytes of these imports',
  reefer_watches: 'they are what was noticed here of readings and plugs, and is noticed anew',
  file_chunks: 'they are the bytes of files, in a folder beside the lines',
  file_upload_hours: 'they are of tokens, and of a day',
  gate_refusals: 'they tell what was refused here, and of nothing that is',
  stream_tickets: 'they are of tokens, and of a day',
  billing_runs: 'they tell how charging went here',
  billing_problems: 'they are of these runs',
  charge_marks: 'they say what is to be charged here; an import marks what it names',
  release_marks: 'they say of which stays here it is to be reckoned anew what is due',
  stay_releases: 'what is due of the stays here is reckoned',
  charge_subjects: 'they follow from charges, and say how far subjects were charged',
  number_counters: 'they follow from the numbers of documents',
  billing_profiles: 'they are settings of the organization, which goes into another',
  edi_channel_states: 'they say how channels work here',
  edi_interchanges: 'they came and went here, like events',
  edi_payloads: 'they are of these interchanges',
  edi_messages: 'they are of these interchanges',
  edi_message_keys: 'they are of these messages',
  edi_message_records: 'they are of these messages',
  edi_upload_minutes: 'they are of tokens, and of a day',
  edi_items: 'they tell what happened here; flows of an import begin with what comes after it',
  token_parties: 'they are of tokens',
  party_guesses: 'they are counted for an hour',
  erasing_rows: 'they are what is left of an erasure, which ends where it began',
  identity_issuers: 'an issuer and its audience are of one organization in the installation',
  user_identities: 'they are of these issuers',
  tokens: 'their text is known to nobody; each organization makes its own',
};

/** The body of an answer that is no failure. */
async function ok(answer: ReturnType<Client['get']>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

/** A till that takes a part of an invoice and is closed, a payment that is taken back, and one that is reversed. */
async function aDayOfTheTill(client: Client, invoice_id: number, note_id: number): Promise<void> {
  const { invoice } = await ok(client.get(`/invoices/${invoice_id}`));
  const { customer_type, name } = invoice.customer;
  const pay = (body: object) =>
    ok(
      client.post('/payments', {
        customer: { customer_type, name },
        way: 'cash',
        currency: invoice.line_items[0].currency,
        ...body,
      }),
    );
  await ok(client.post('/tills', { name: 'Desk 7', currency: invoice.line_items[0].currency }));
  await ok(client.post('/tills/Desk%207/open', { float: 150 }));
  const invoices = [{ invoice: invoice.number }];
  const { payment } = await pay({ amount: 3, till: 'Desk 7', invoices, notes: 'In coins' });
  const back = (await pay({ amount: '1.50', till: 'Desk 7', invoices, reference: 'Slip 1' })).payment;
  await ok(
    client.post(`/payments/${back.id}/deallocate`, { invoice: invoice.number, reason: 'Wrong invoice' }),
  );
  await ok(client.post('/tills/Desk%207/close', { counted: { cash: 154 } }));
  await ok(client.put(`/invoices/${note_id}`, { invoice: { approved: true } }));
  await ok(client.post('/tills/Desk%207/open', { float: '154.50' }));
  await ok(client.post(`/payments/${payment.id}/reverse`, { reason: 'False coins' }));
}

const DEMO = join(__dirname, '../../src/demo/data');

/** Lines of JSON as a table, each value as JSON: what a line does not say is an empty cell. */
function asCsv(text: string): string {
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) =>
    fields.map((field) => (field in record ? JSON.stringify(record[field]) : '')),
  );
  return [fields.map((field) => `${field}:json`), ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
}

/** A table as spreadsheets of Europe save it: with a byte order mark, and semicolons in place of commas. */
function asExcelSaves(text: string): string {
  const records: string[][] = parse(text);
  const cell = (value: string) => (/[;"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return `\ufeff${records.map((record) => `${record.map(cell).join(';')}\r\n`).join('')}`;
}

describe('export', () => {
  const service = useService();

  /**
   * Every row of every table of an organization but its events, and what is reckoned beside requests: which one it is, and when it
   * was changed.
   */
  async function rowsOf({ organization_id }: Client): Promise<string[]> {
    const tables = await service.current.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
         AND c.relname <> ALL ('{events_written,events,event_feeds,webhook_deliveries,release_marks,stay_releases}') ORDER BY 1`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) =>
        service.current.query<{ row: string }>(
          `SELECT concat_ws(' ', '${name}', to_jsonb(r)->>'id', to_jsonb(r)->>'updated_at') AS row
           FROM ${name} r WHERE organization_id = $1 ORDER BY 1`,
          [organization_id],
        ),
      ),
    );
    return rows.flat().map(({ row }) => row);
  }

  /** The demonstration after a day's work: every state that no request body takes occurs in it. */
  async function aDaysWork(): Promise<Client> {
    const client = await service.current.organization();
    expect((await importFolder(client, DEMO)).bad).toEqual([]);
    // else the service would notice beside the test that it is over
    await ok(client.patch('/bookings/TDK770114/releases/HRS-4471', { valid_until: '2099-01-01T00:00:00Z' }));

    // a truck comes for the coffee, and leaves with it once customs let it go
    const visit = await ok(client.post('/truck_visits', { gate: 'In 1', pre_advice_number: 'PA-1002' }));
    const [hold] = (await ok(client.get('/containers/WHAU4142033/holds'))).holds;
    const lift = { hold: { reference_number: 'CUS-OK', notes: 'Released', lift_until: '2099-01-01' } };
    await ok(client.put(`/containers/WHAU4142033/holds/${hold.id}/lift`, lift));
    await ok(client.post('/trucks/WH-472-B/gate_out', { reason_for_incomplete: 'Crane broke down' }));
    await ok(client.post('/truck_visits', { gate: 'In 2', appointment_number: 'AP-2001' }));
    await ok(client.post('/truck_visits', { gate: 'In 2', truck: 'KD-118-R', comment: 'Brings papers' }));

    await ok(client.post('/truck_visits', { gate: 'In 1', pre_advice_number: 'PA-1001' }));
    await ok(client.post('/trucks/LN-905-F/gate_out'));

    // a truck that nobody announced: one purpose is taken off again, one taken back, and another visit cancelled
    const cargo = (container_number: string) => ({
      cargo_type: 'container',
      container_number,
      container_type: '20DV',
      container_status: 'empty',
      shipping_line: 'WHA',
    });
    const added = await ok(client.post('/truck_visits', { gate: 'In 1', truck: 'LN-905-F' }));
    const path = `/truck_visits/${added.truck_visit.id}`;
    const brought: { id: number }[] = [];
    for (const number of ['WHAU4300016', 'WHAU4300021', 'WHAU4300037'])
      brought.push(
        (await ok(client.post(`${path}/interchanges`, { purpose_type: 'drop off', cargo: cargo(number) })))
          .interchange,
      );
    await ok(client.delete(`${path}/interchanges/${brought[0]!.id}`));
    await ok(client.patch(`/interchanges/${brought[2]!.id}`, { completed: true }));
    await ok(client.post(`${path}/interchanges/${brought[2]!.id}/reverse`, { reason: 'Too early' }));
    await ok(client.post('/trucks/LN-905-F/gate_out', { signature_file_id: (await aFile(client)).id }));
    const cancelled = await ok(client.post('/truck_visits', { gate: 'In 1', truck: 'LN-905-F' }));
    await ok(client.post(`/truck_visits/${cancelled.truck_visit.id}/cancel`, { reason: 'Came for nothing' }));

    const types = (await ok(client.get('/hold_types'))).hold_types;
    const forBills = types.find((type: { applies_to: string }) => type.applies_to === 'bill_of_lading');
    const bill = '/manifests/WHA-WP2611/bill_of_ladings/WHA26110042';
    await ok(client.put(`${bill}/holds/${forBills.id}`));

    const haulier = { type: 'trucking_company', key: 'EST' };

    // a consignee is deleted, comes back under its name, and is deleted again; forwarders keep theirs
    for (let times = 0; times < 2; times++) {
      const { consignee } = await ok(
        client.post('/consignees', { name: 'Passing Trade', email: `${times}@x` }),
      );
      await ok(client.patch('/containers/TDKU7389324', { consignee: 'Passing Trade' }));
      const from = { type: 'consignee', key: 'Passing Trade' };
      await ok(client.post('/nominations', { container: 'TDKU7389324', from, to: haulier }));
      await ok(client.delete(`/consignees/${consignee.id}`));
    }
    const [forwarder] = (await ok(client.get('/freight_forwarders'))).freight_forwarders;
    await ok(client.delete(`/freight_forwarders/${forwarder.id}`));
    await ok(
      client.post('/webhook_endpoints', {
        url: 'https://planner.example/',
        types: ['container.*'],
        parties: [{ type: 'trucking_company', key: 'EST' }],
      }),
    );
    await ok(
      client.post('/edi_channels', {
        partner: { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' },
        direction: 'both',
        kind: 'mailbox',
      }),
    );
    await ok(client.patch('/trucks/RB-640-X', { truck: { active: false } }));
    await ok(
      client.patch('/users/henk.sturm@harbour.example', {
        active: false,
        parties: [
          { type: 'trucking_company', key: 'EST' },
          { type: 'shipping_line', key: 'WHA' },
        ],
      }),
    );

    const [event] = (await ok(client.get('/voyage_event_types'))).voyage_event_types;
    await ok(
      client.post('/voyages/WP2611/voyage_events', {
        voyage_event_type_id: event.id,
        voyage_event: { started_at: '2026-11-18T03:00:00Z', flex_fields: [{ weather: 'Rain' }] },
      }),
    );
    await ok(client.patch('/voyages/WP2611', { voyage: { at_of_departure: '2026-11-23T18:00:00Z' } }));
    await ok(
      client.patch('/gensets/GS-201', {
        genset: { current_location_type: 'TrainVisit', current_location_id: 5 },
      }),
    );
    await ok(
      client.patch('/containers/TDKU7363119', {
        reefer_plug_movements: [
          { plug_action: 'plug_in', plug_action_at: '2026-11-19T08:00:00.123Z' },
          { plug_action: 'plug_out', plug_action_at: '2026-11-20T08:00:00Z' },
        ],
      }),
    );
    const bill_of_ladings = [{ manifest: 'WHA-WP2611', number: 'WHA26110042' }];
    const vehicles = [{ vin_number: 'WHFT120E4RN004417', bill_of_ladings }];
    expect((await importFiles(client, { 'vehicles.ndjson': vehicles })).bad).toEqual([]);
    const made = await ok(
      client.post('/invoices', {
        number: 'INV-GATE',
        customer: { customer_type: 'Consignee', name: 'Kestrel & Vane Coffee' },
        truck_visit_id: visit.truck_visit.id,
        bill_of_lading: { manifest: 'WHA-WP2611', number: 'WHA26110041' },
        bl_container_numbers: ['WHAU4154184', 'WHAU4142033'],
        movement_id: 77,
        line_items: [{ description: 'Lift', amount: 12.345, quantity: 3, container: 'WHAU4142033' }],
        taxes_and_fees: 1.1,
      }),
    );
    await ok(client.put(`/invoices/${made.invoice.id}`, { invoice: { approved: true, paid: true } }));

    // what was calculated of the coffee, and half of it credited
    const drafted = await ok(
      client.post('/invoice_drafts', { container_numbers: ['WHAU4142033'], customers: 'all' }),
    );
    const ids = drafted.invoices.map(({ id }: { id: number }) => id);
    await ok(client.post('/invoices/approve', { ids }));
    const lines = [{ line_item: 1, quantity: 0.5 }];
    const credit = await ok(client.post(`/invoices/${ids[0]}/credit`, { reason: 'Half a move', lines }));
    await aDayOfTheTill(client, ids[0], credit.invoice.id);
    await aFile(client);
    await aFile(client, aPdf(600_000), 'application/pdf', 'papers.pdf');
    const file_ids = [(await aFile(client)).id];
    await aDamage(client, 'WHAU4114828', { length_cm: 12.5, notes: 'By a spreader', file_ids });
    await anInspection(client, 'WHAU4114828', { condition: 'damaged', is_clean: true, file_ids });
    await aReading(client, 'TDKU7363119', { ambient: 7.5, humidity: 64.5, alarm: 'AL26', is_plugged: false });
    // what lines release: one that waits, and one that lifted a hold and was taken back
    await aContainerRelease(client);
    const police = await aHold(client, 'WHAU4114828');
    const lifting = { container_number: 'WHAU4114828', hold_type_id: police.hold_type_id };
    await aContainerRelease(client, { ...lifting, cancels: true });
    await service.current.app.get(MissedAppointmentsService).noticeAll();
    // what the service tells of nominations beside requests is shown before tables are compared
    await service.current.app.get(NominationExpiryService).noticeAll();
    await service.current.app.get(ReeferWatching).noticeAll();
    return client;
  }

  it('is the same after an import into an empty organization, which a second import leaves as it is', async () => {
    const client = await aDaysWork();
    const exported = await exportFiles(client);
    expect(Object.keys(exported).sort()).toEqual(
      transferKinds()
        .map(({ name }) => `${name}.ndjson`)
        .sort(),
    );
    expect(Object.entries(exported).flatMap(([name, text]) => (text ? [] : [name]))).toEqual([]);
    expect(Object.values(exported).join('')).not.toMatch(/"id"|_id"\s*:(?! ?(77|null|"|\[))/);

    const copy = await service.current.organization();
    const stated = await importFiles(copy, exported);
    expect([stated.bad, stated.notes]).toEqual([[], []]);
    expect(await exportFiles(copy)).toEqual(exported);

    await service.current.app.get(ReeferWatching).noticeAll();
    const before = await rowsOf(copy);
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await rowsOf(copy)).toEqual(before);
    const original = await rowsOf(client);
    expect((await importFiles(client, exported)).bad).toEqual([]);
    expect(await rowsOf(client)).toEqual(original);
  });

  it('is the same from CSV files with columns of JSON', async () => {
    const client = await aDaysWork();
    const shipping_line = { code: 'WHA', address: '', phone: null };
    expect((await client.patch('/shipping_lines/WHA', { shipping_line })).status).toBe(200);
    // a move of a container that shows no stay of it
    const { number: voyage } = await aVoyage(client);
    const { number: container } = await aContainer(client);
    await aTallyMove(client, { voyage, container, kind: 'shift' });
    const exported = await exportFiles(client);
    expect(exported['shipping_lines.ndjson']).toContain('"address":""');
    expect(exported['tally_moves.ndjson']).toContain('"stay":null');
    const copy = await service.current.organization();
    const csv = Object.fromEntries(
      Object.entries(exported).map(([name, text]) => [name.replace('ndjson', 'csv'), asCsv(text)]),
    );
    expect((await importFiles(copy, csv)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is the same as tables that a spreadsheet of Europe saved, with what it would take for formulas', async () => {
    const client = await aDaysWork();
    const shipping_line = { code: 'WHA', address: "'=1;=2\t=3\n- 4", phone: '+31 118 000 208' };
    expect((await client.patch('/shipping_lines/WHA', { shipping_line })).status).toBe(200);
    expect((await client.post('/consignees', { name: 'Blank', address: '' })).status).toBe(201);
    const [exported, tables] = [await exportFiles(client), await exportFiles(client, undefined, 'csv')];
    expect(Object.keys(tables).sort()).toEqual(
      transferKinds()
        .map(({ name }) => `${name}.csv`)
        .sort(),
    );
    expect(tables['shipping_lines.csv']).toContain("'+31 118 000 208");
    expect(tables['consignees.csv']).toContain(',address:json,');
    const copy = await service.current.organization();
    const saved = Object.fromEntries(
      Object.entries(tables).map(([name, text]) => [name, asExcelSaves(text)]),
    );
    const stated = await importFiles(copy, saved, { strict: true });
    expect([stated.bad, stated.notes, stated.refused]).toEqual([[], [], undefined]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is the same with containers that were brought, taken back and brought again', async () => {
    const client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    const { number } = await aContainerInYard(client);
    const picked = await aVisitFor(client, [pickUp(number)], { gate: 'In 1' });
    expect((await gateOut(client, picked.truck.license_plate)).status).toBe(200);
    const bring = async (container_number?: string) => {
      const visit = await aVisit(client, { gate: 'In 1' });
      const cargo = { ...(await aNewContainer(client)), ...(container_number && { container_number }) };
      const path = `/truck_visits/${visit.id}/interchanges`;
      const { interchange } = (await client.post(path, dropOff(cargo))).body;
      return { path: `${path}/${interchange.id}`, plate: visit.truck.license_plate };
    };
    for (const container of [number, undefined]) {
      const brought = await bring(container);
      expect((await gateOut(client, brought.plate)).status).toBe(200);
      expect((await client.post(`${brought.path}/reverse`, { reason: 'Wrong box' })).status).toBe(200);
    }
    expect((await gateOut(client, (await bring(number)).plate)).status).toBe(200);
    const { plate } = await bring();
    expect((await gateOut(client, plate, { reason_for_incomplete: 'Crane broke down' })).status).toBe(200);

    const exported = await exportFiles(client);
    const stays = [...exported['truck_visits.ndjson']!.matchAll(/"stay":(\d+)/g)].map(([, stay]) => stay);
    expect(stays.sort()).toEqual(['1', '1', '1', '2', '3']);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is the same with damages and inspections of handovers, moves, stays and none', async () => {
    const client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    const voyage = (await aVoyage(client)) as { id: number; number: string };
    await broughtBy(client, voyage, ['WHAU4000001']);
    const tally = (await aTally(client, voyage)) as { id: number };
    const [move] = (await count(client, tally, { container_number: 'WHAU4000001' })).body.tally_moves;
    const fields = await damageFields(client);
    const inspect = async (path: string, body: object) =>
      expect((await client.post(path, body)).status).toBe(201);
    await inspect(`/tallies/${tally.id}/moves/${move.id}/inspection`, {
      condition: 'damaged',
      damages: [fields],
    });
    const cargo = [await aNewContainer(client), await aNewContainer(client)];
    const visit = await aVisitFor(
      client,
      cargo.map((each) => dropOff(each)),
      { gate: 'In 1' },
    );
    const [first, second] = visit.interchanges;
    for (const [{ id }, body] of [
      [first, { condition: 'sound', seals_as_announced: false }],
      [second, { condition: 'damaged', damages: [fields, { ...fields, again: true, quantity: 3 }] }],
    ] as const)
      await inspect(`/truck_visits/${visit.id}/interchanges/${id}/inspection`, body);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const { number } = second.container;
    const damages = `/containers/${number}/damages`;
    const [one, other] = (await client.get(damages)).body.damages;
    await client.post(`${damages}/${one.id}/repair`, { notes: 'Straightened' });
    await client.post(`${damages}/${other.id}/withdraw`, { reason: 'Dirt' });
    await aDamage(client, number, { ...fields, severity: 'major' });
    await inspect(`/containers/${number}/inspections`, { condition: 'damaged' });
    await aDamage(client);

    const exported = await exportFiles(client);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    const shown = async (by: Client) => {
      const { container } = (await by.get(`/containers/${number}`)).body;
      return [container.condition, container.open_damages];
    };
    expect(await shown(copy)).toEqual(await shown(client));
  });

  it('is the same with containers that announcements name which are over, were missed, or came otherwise', async () => {
    const client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    const [cancelled, missed, brought, called, added] = await Promise.all(
      Array.from({ length: 5 }, () => aNewContainer(client)),
    );
    const { number } = await anAppointment(client, { purposes: [dropOff(cancelled)] });
    expect((await client.post(`/appointments/${number}/cancel`, { reason: 'Sold' })).status).toBe(200);

    const late = await anAppointment(client, { purposes: [dropOff(missed)] });
    await service.current.query(
      `UPDATE appointments SET starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours',
         slot_purpose = 'any' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, late.id],
    );
    await service.current.app.get(MissedAppointmentsService).noticeAll();

    // a pre-advice is left over when its container came, and left, with other trucks
    await aPreAdvice(client, { purposes: [dropOff(brought)] });
    const visit = await aVisit(client, { gate: 'In 1' });
    await client.create(`/truck_visits/${visit.id}/interchanges`, dropOff(brought));
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const { container_number } = brought!;
    const taken = await aVisitFor(client, [pickUp(container_number)], { gate: 'In 1' });
    expect((await gateOut(client, taken.truck.license_plate)).status).toBe(200);

    const called_off = await aVisitFor(client, [dropOff(called)], { gate: 'In 1' });
    await client.create(`/truck_visits/${called_off.id}/interchanges`, dropOff(added));
    const { status } = await client.post(`/truck_visits/${called_off.id}/cancel`, { reason: 'Nothing' });
    expect(status).toBe(200);

    const exported = await exportFiles(client);
    const stays = exported['container_stays.ndjson']!.trim().split('\n');
    expect(stays.map((line) => (JSON.parse(line) as { status: string }).status).sort()).toEqual([
      'announced',
      'announced',
      'cancelled',
      'cancelled',
      'departed',
    ]);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is the same with containers that were on power in several stays, in one that is over, and in none', async () => {
    const client = await service.current.organization();
    const plug = async (number: string, ...actions: string[]) => {
      for (const action of actions)
        expect((await client.post(`/containers/${number}/${action}`)).status).toBe(200);
    };
    const move = async (number: string, current_location_type: string | null) =>
      expect((await client.patch(`/containers/${number}`, { current_location_type })).status).toBe(200);
    const [left, back, never, called] = [
      await aContainerInYard(client),
      await aContainerInYard(client),
      await aContainer(client),
      await aNewContainer(client),
    ];
    await plug(left.number, 'plug_in', 'plug_out');
    await move(left.number, 'Other');
    for (const action of ['plug_in', 'plug_out']) {
      await plug(back.number, 'plug_in', 'plug_out', 'plug_in');
      await move(back.number, 'Other');
      await move(back.number, 'Terminal');
      if (action === 'plug_out') await plug(back.number, 'plug_in');
    }
    const note = async (container_number: string) => {
      const reefer_plug_movements = [{ plug_action: 'plug_in', plug_action_at: '2026-11-20T08:00:00Z' }];
      const { status } = await client.patch(`/containers/${container_number}`, { reefer_plug_movements });
      expect(status).toBe(200);
    };
    await note(never.number);
    const { number } = await anAppointment(client, { purposes: [dropOff(called)] });
    await note(called.container_number);
    expect((await client.post(`/appointments/${number}/cancel`, { reason: 'Sold' })).status).toBe(200);

    const exported = await exportFiles(client);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    const count = `SELECT count(*)::integer FROM reefer_plug_movements WHERE organization_id = $1`;
    expect(await service.current.query(count, [copy.organization_id])).toEqual([{ count: 11 }]);

    // an export of before stated only what containers show
    const older = exported['container_stays.ndjson']!.replace(/,"reefer_plug_movements":\[.*?\]/g, '');
    const files = { ...exported, 'container_stays.ndjson': older };
    const another = await service.current.organization();
    expect((await importFiles(another, files)).bad).toEqual([]);
    expect((await exportFiles(another))['containers.ndjson']).toBe(exported['containers.ndjson']);
  });

  it('is the same with items of load lists for stays that are over, loaded and not', async () => {
    const client = await service.current.organization();
    const container_status = 'empty';
    const [left, back, twice] = await Promise.all(
      Array.from({ length: 3 }, () => aContainerInYard(client, { container_status })),
    );
    const list = (container: string, loaded_at?: string) =>
      aLoadList(client, { items: [{ load_list_item_type: 'empty', container, loaded_at }] });
    const move = async (number: string, current_location_type: string) =>
      expect((await client.patch(`/containers/${number}`, { current_location_type })).status).toBe(200);
    for (const { number } of [left, back, twice]) {
      await list(number);
      await list(number, '2026-11-20T08:00:00Z');
      await move(number, 'Other');
      if (number === left.number) continue;
      await move(number, 'Terminal');
    }
    await list(twice.number);
    expect((await client.patch(`/containers/${back.number}`, { container_status: 'full' })).status).toBe(200);

    /** Of which stay each item is. */
    const staysOfItems = ({ organization_id }: Client) =>
      service.current.query(
        `SELECT c.number AS container, i.loaded_at, s.number AS stay FROM load_list_items i
         JOIN containers c ON c.id = i.container_id LEFT JOIN container_stays s ON s.id = i.stay_id
         WHERE i.organization_id = $1 ORDER BY c.number, s.number, i.loaded_at`,
        [organization_id],
      );
    const exported = await exportFiles(client);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    expect(await staysOfItems(copy)).toEqual(await staysOfItems(client));
  });

  it('is the same with what was noted of a container before its first stay', async () => {
    const client = await service.current.organization();
    const { number } = await aContainer(client, { container_status: 'empty' });
    const loaded_at = '2026-11-20T08:00:00Z';
    await aLoadList(client, { items: [{ load_list_item_type: 'empty', container: number, loaded_at }] });
    const { number: voyage } = await aVoyage(client);
    await aTallyMove(client, { voyage, kind: 'shift', container: number });
    const { status } = await client.patch(`/containers/${number}`, { current_location_type: 'Terminal' });
    expect(status).toBe(200);

    const exported = await exportFiles(client);
    const kinds = ['container_movements', 'load_lists', 'tally_moves'];
    expect(kinds.filter((kind) => !exported[`${kind}.ndjson`]!.includes('"stay":null'))).toEqual([]);
    expect(exported['container_stays.ndjson']).toContain(
      `"container":"${number}","number":1,"status":"here"`,
    );
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is the same with a genset and a chassis that came in by a gate, which no request puts there', async () => {
    const client = await service.current.organization();
    const [genset, chassis] = [await aGenset(client), await aChassis(client)];
    const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
    const completed = { completed: true, genset: genset.number, chassis: chassis.number };
    const { status } = await client.patch(`/interchanges/${visit.interchanges[0].id}`, completed);
    expect(status).toBe(200);

    const exported = await exportFiles(client);
    const atGate = '"current_location_type":"Gate"';
    expect([exported['gensets.ndjson'], exported['chassis.ndjson']]).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining(atGate)),
    );
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('takes containers, chassis and gensets back to where they were before, as it would have been without it', async () => {
    const client = await service.current.organization();
    const slot = await aYardSlot(client, { name: 'R1-03' });
    const genset = await aGenset(client, { current_location_type: 'YardSlot', yard_slot_id: slot.id });
    const { number } = await aContainerInYard(client);
    const chassis = await aChassis(client, {
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    const visit = await aVisitFor(client, [pickUp(number)]);
    const completed = { completed: true, genset: genset.number, chassis: chassis.number };
    expect((await client.patch(`/interchanges/${visit.interchanges[0].id}`, completed)).status).toBe(200);

    const copy = await service.current.organization();
    expect((await importFiles(copy, await exportFiles(client))).bad).toEqual([]);
    for (const at of [client, copy]) {
      const [{ id, interchanges }] = (await at.get('/truck_visits')).body.truck_visits;
      const path = `/truck_visits/${id}/interchanges/${interchanges[0].id}/reverse`;
      expect((await at.post(path, { reason: 'Too early' })).status).toBe(200);
      const shown = (await at.get(`/chassis/${chassis.number}`)).body.chassis;
      const { gensets } = (await at.get('/gensets')).body;
      const { container } = (await at.get(`/containers/${number}`)).body;
      expect([container.current_location, shown.current_location, gensets[0].current_location]).toEqual([
        'Block A',
        'Block A',
        'Yard Slot: R1-03',
      ]);
    }
  });

  it('keeps no container for an invoice of an earlier stay', async () => {
    const client = await service.current.organization();
    const { number } = await aContainerInYard(client);
    const bill_of_lading = keyOf(await aBill(client));
    const invoice = await anInvoice(client, { bill_of_lading, bl_container_numbers: [number] });
    await aVisitFor(client, [pickUp(number)], { interchanges_completed_at: new Date().toISOString() });
    await client.patch(`/containers/${number}`, {
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    expect((await client.put(`/invoices/${invoice.number}`, { invoice: { approved: true } })).status).toBe(
      200,
    );

    const exported = await exportFiles(client);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    for (const at of [client, copy]) {
      await at.patch('/organization', { release_needs_payment: true });
      const { reasons } = (await at.get(`/containers/${number}/availability`)).body;
      expect(reasons).toEqual([]);
    }
    // a file of before stated nothing of stays: the one that the container shows is meant
    const lines = exported['invoices.ndjson']!.trim().split('\n');
    const older = lines.map((line) => ({ ...(JSON.parse(line) as object), billed_stays: undefined }));
    const another = await service.current.organization();
    const files = { ...exported, 'invoices.ndjson': older };
    expect((await importFiles(another, files)).bad).toEqual([]);
    expect((await another.get(`/invoices/${invoice.number}`)).status).toBe(200);
  });

  it('reads every value of a list that the database keeps', () => {
    const isRead = ({ read }: InputField, value: unknown) => {
      try {
        return read(value) === value;
      } catch {
        return false;
      }
    };
    const refused = transferKinds().flatMap(({ name, fields }) =>
      service.current.dataSource.getMetadata(name).checks.flatMap(({ expression }) => {
        const [, column, list] = /^(\w+) IN \((.+)\)$/.exec(expression) ?? [];
        const field = fields.find((each) => each.name === column);
        const values = field ? (JSON.parse(`[${list!.replaceAll("'", '"')}]`) as unknown[]) : [];
        return values.flatMap((value) =>
          isRead(field!, value) ? [] : `${name}.${column}: ${value as string}`,
        );
      }),
    );
    expect(refused).toEqual([]);
  });

  it('has nothing that an import does not read', async () => {
    const exported = await exportFiles(await aDaysWork());
    const unread = (fields: readonly InputField[], stated: object, path: string): string[] =>
      Object.entries(stated).flatMap(([name, value]) => {
        const field = fields.find((each) => each.name === name);
        if (!field) return [`${path}.${name}`];
        const objects = field.nested ? [value].flat().filter((each) => each !== null) : [];
        return objects.flatMap((each) =>
          unread(inputFields(field.nested!.type()), each as object, `${path}.${name}`),
        );
      });
    const found = transferKinds().flatMap(({ name, fields }) =>
      exported[`${name}.ndjson`]!.trim()
        .split('\n')
        .flatMap((line) => unread(fields, JSON.parse(line) as object, name)),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('locks the records that a line changes, and no others', async () => {
    const client = await aDaysWork();
    const exported = await exportFiles(client);
    expect(await lockedBy(client, exported)).toEqual([]);
    const containers = exported['containers.ndjson']!.replace('"Green coffee in bags"', '"Tea"');
    expect(containers).not.toBe(exported['containers.ndjson']);
    expect(await lockedBy(client, { ...exported, 'containers.ndjson': containers })).toEqual([
      ['containers', 1],
      ['container_stays', 1],
    ]);
  });

  /** What the import locks for itself, and what deliveries lock that go on beside it. */
  const BESIDE = ['organizations', 'webhook_endpoints', 'webhook_deliveries'];

  /** How many rows of which tables nobody else may change while these files are imported. */
  async function lockedBy(client: Client, files: Record<string, string>): Promise<[string, number][]> {
    const tables = service.current.dataSource.entityMetadatas.flatMap(({ tableName, tableType }) =>
      tableType === 'view' ? [] : tableName,
    );
    const locked: [string, number][] = [];
    await whileImporting(client, files, async () => {
      for (const table of tables.filter((each) => !BESIDE.includes(each))) {
        const rows = `FROM ${table} WHERE organization_id = $1`;
        const [count] = await service.current.query<{ locked: number }>(
          `WITH free AS MATERIALIZED (SELECT ${rows} FOR NO KEY UPDATE SKIP LOCKED)
           SELECT ((SELECT count(*) ${rows}) - (SELECT count(*) FROM free))::integer AS locked`,
          [client.organization_id],
        );
        if (count!.locked) locked.push([table, count!.locked]);
      }
    });
    return locked;
  }

  it('leaves out no table, but for the listed ones', async () => {
    const client = await aDaysWork();
    const copy = await service.current.organization();
    await importFiles(copy, await exportFiles(client));
    const names = service.current.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    const tables = names.filter((table) => !LEFT_OUT[table]);
    const counts = ({ organization_id }: Client) => {
      const statements = tables.map(
        (table) =>
          `SELECT '${table}' AS table, count(*)::integer AS rows FROM ${table} WHERE organization_id = $1`,
      );
      return service.current.query<{ table: string; rows: number }>(statements.join(' UNION ALL '), [
        organization_id,
      ]);
    };
    const before = await counts(client);
    expect(before.filter(({ rows }) => !rows)).toEqual([]);
    expect(await counts(copy)).toEqual(before);
  });

  it('writes what no request body takes', async () => {
    const client = await aDaysWork();
    const exported = await exportFiles(client);
    const lines = (kind: string) =>
      exported[`${kind}.ndjson`]!.trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const find = (kind: string, key: string, value: unknown) =>
      lines(kind).find((line) => line[key] === value);

    expect(find('pre_advices', 'advice_number', 'PA-1002')).toMatchObject({ used: true });
    expect(find('pre_advices', 'advice_number', 'PA-1003')).toMatchObject({ used: false, used_at: null });
    expect(find('appointments', 'number', 'AP-2001')).toMatchObject({ used: true });
    expect(find('voyages', 'number', 'WP2611')).toMatchObject({ status: 'departed' });
    expect(find('truck_visits', 'truck', 'WH-472-B')).toMatchObject({
      gate: 'In 1',
      pre_advice: 'PA-1002',
      gated_out_at: expect.any(String),
      reason_for_incomplete: 'Crane broke down',
      gate_in_user: 'tester@harbour.example',
      interchanges: [{ type: 'interchange_out', completed: false, container: 'WHAU4142033' }],
    });
    expect(find('container_holds', 'container', 'WHAU4142033')).toMatchObject({
      hold_type: 'Customs',
      lifted_at: expect.any(String),
      lifted_until: expect.any(String),
      lifted_by: 'tester@harbour.example',
    });
    expect(lines('bill_of_lading_holds')).toMatchObject([
      { bill_of_lading: { manifest: 'WHA-WP2611', number: 'WHA26110042' }, lifted_at: null },
    ]);
    expect(lines('consignees').filter(({ name }) => name === 'Passing Trade')).toMatchObject([
      { deleted: true, email: '0@x' },
      { deleted: true, email: '1@x' },
    ]);
    expect(lines('freight_forwarders').filter(({ active }) => !active)).toHaveLength(1);
    expect(find('trucks', 'license_plate', 'RB-640-X')).toMatchObject({ active: false });
    expect(find('gensets', 'number', 'GS-201')).toMatchObject({ current_location: '5' });
    expect(find('invoices', 'number', 'INV-GATE')).toMatchObject({
      approved: true,
      approved_by: 'tester@harbour.example',
      paid: true,
      currency: null,
      truck_visit: { truck: 'WH-472-B', gated_in_at: expect.any(String) },
    });
  });

  it('orders records by key, whatever the order in which they came', async () => {
    const names = ['b', 'A', 'ä', 'a b', 'B', 'a'];
    const [one, two] = [await service.current.organization(), await service.current.organization()];
    await importFiles(one, { 'pilots.ndjson': names.map((name) => ({ name })) });
    await importFiles(two, { 'pilots.ndjson': names.reverse().map((name) => ({ name })) });
    const [first, second] = [await exportFiles(one), await exportFiles(two)];
    expect(first['pilots.ndjson']).toBe(second['pilots.ndjson']);
    expect(first['pilots.ndjson']).toBe(
      ['A', 'B', 'a', 'a b', 'b', 'ä'].map((name) => `{"name":"${name}"}\n`).join(''),
    );
  });

  it('keeps every character of a text and every digit of a number', async () => {
    const [one, two] = [await service.current.organization(), await service.current.organization()];
    const goods = 'Tea "chests"\\, \u2028 line\n two, \n three\t{}[] 茶 \ufeff👩‍🚀';
    await importFiles(one, {
      'containers.ndjson': [
        { number: 'A', goods, weight: 123456789012.12346, seals: [goods, ' x '] },
        { number: 'B', weight: 0.000001, supply_temperature: -18.5 },
      ],
    });
    const exported = await exportFiles(one);
    await importFiles(two, exported);
    expect(await exportFiles(two)).toEqual(exported);
    const { body } = await two.get('/containers/A');
    expect(body.container ?? body).toMatchObject({
      goods,
      seals: [goods, ' x '],
      weight: 123456789012.12346,
    });
  });

  it('takes back the company of a truck, also where another company is called like its code', async () => {
    const [one, two] = [await service.current.organization(), await service.current.organization()];
    await importFiles(one, {
      'trucking_companies.ndjson': [
        { code: 'EST', name: 'Estuary' },
        { code: 'X', name: 'Xanten' },
      ],
      'trucks.ndjson': [{ license_plate: 'AB-1', trucking_company: 'Estuary' }],
    });
    await one.patch('/trucking_companies/X', { name: 'EST' });
    const exported = await exportFiles(one);
    await importFiles(two, exported);
    expect(await exportFiles(two)).toEqual(exported);
    expect((await two.get('/trucks')).body.trucks).toMatchObject([{ trucking_company: { code: 'EST' } }]);
  });

  it('takes back the longest texts that the service stores', async () => {
    const [one, two] = [await service.current.organization(), await service.current.organization()];
    const name = 'A'.repeat(255);
    const reason_for_incomplete = 'R'.repeat(5000);
    const seals = Array.from({ length: 1000 }, (_, i) => `S${i}`);
    await importFiles(one, {
      'terminals.ndjson': [{ name: 'T' }],
      'yard_areas.ndjson': [{ name, terminal: 'T' }],
      'gates.ndjson': [{ name: 'In 1' }],
      'trucks.ndjson': [{ license_plate: 'AB-1' }],
      'containers.ndjson': [
        { number: 'A', container_status: 'full', current_location_type: 'YardArea', current_location: name },
      ],
      'pre_advices.ndjson': [
        {
          advice_number: 'PA-1',
          truck: 'AB-1',
          purposes: [
            {
              purpose_type: 'pick up',
              cargo: { cargo_type: 'container', container_number: 'A', container_status: 'full' },
              interchange: { seals: 'one more' },
            },
          ],
        },
      ],
    });
    const statuses = [
      await one.post('/truck_visits', { gate: 'In 1', pre_advice_number: 'PA-1' }),
      await one.post('/trucks/AB-1/gate_out', {
        container_seals: seals.map((seal) => ({ container_number: 'A', seal })),
      }),
      await one.post('/truck_visits', { gate: 'In 1', truck: 'AB-1' }),
      await one.post('/trucks/AB-1/gate_out', { reason_for_incomplete }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 201, 200]);

    const exported = await exportFiles(one);
    expect(exported['container_movements.ndjson']).toContain(`Yard Area: ${name}`);
    expect(exported['truck_visits.ndjson']).toContain(reason_for_incomplete);
    expect((await importFiles(two, exported)).bad).toEqual([]);
    expect(await exportFiles(two)).toEqual(exported);
  });

  it('takes back a load list that is longer than a list in a request may be', async () => {
    const [one, two] = [await service.current.organization(), await service.current.organization()];
    const load = { load_list_item_type: 'empties', container_type: '20DV', shipping_line: 'WHA' };
    await importFiles(one, {
      'container_types.ndjson': [{ code: '20DV' }],
      'shipping_lines.ndjson': [{ code: 'WHA' }],
      'load_lists.ndjson': [
        {
          name: 'L',
          items: [
            { ...load, quantity: 900 },
            { ...load, quantity: 900 },
          ],
        },
      ],
    });
    const exported = await exportFiles(one);
    expect((await importFiles(two, exported)).bad).toEqual([]);
    expect(await exportFiles(two)).toEqual(exported);
    expect(exported['load_lists.ndjson']!.split('empties')).toHaveLength(1801);
  });

  it('has a kind for every file of the demonstration', () => {
    const kinds = new Set(transferKinds().map(({ name }) => `${name}.ndjson`));
    const files = readdirSync(DEMO).filter((name) => name.endsWith('.ndjson'));
    expect(files.filter((name) => !kinds.has(name))).toEqual([]);
  });
});
