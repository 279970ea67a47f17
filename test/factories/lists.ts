import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BayplansService } from '../../src/cargo/bayplans/bayplans.service';
import { BookingContainersService } from '../../src/cargo/booking-containers/booking-containers.service';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { aCharge } from './charges';
import { anEdiChannel } from './edi-channels';
import { aProblem, aRun } from './runs';
import {
  aCalendar,
  aChargeCode,
  aMail,
  anAccount,
  anAgreement,
  anInvoice,
  aNomination,
  anOrder,
  aRate,
  aTariff,
  aTax,
  aTaxRule,
} from './billing';
import {
  aBill,
  aBooking,
  aBreakbulk,
  aChassis,
  aCommodityType,
  aContainer,
  aContainerType,
  aDeliveryOrder,
  aDischargeList,
  aDockReceipt,
  aGenset,
  aLoadList,
  aManifest,
  aMovement,
  anItemToDischarge,
  aPackageType,
  aPackingListItem,
  aStay,
  aVehicle,
  aYardArea,
  aYardSlot,
  holdsOf,
  keyOf,
} from './cargo';
import { aDamage, aDamageComponent, aDamageType, anInspection, aReading, aReefer } from './condition';
import { aYardMove } from './yard';
import {
  aGate,
  anAppointment,
  anAppointmentClosure,
  anAppointmentPlan,
  aPreAdvice,
  aRightToCollect,
  aVisit,
} from './gate';
import { aContainerRelease, aHold, aHoldType, lift } from './holds';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  anExporter,
  aShippingLine,
  aToken,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
  aUser,
  anIdentityIssuer,
} from './parties';
import { aContainerOfGoods, aSegregationRule } from './dangerous-goods';
import { aPayment, aTill, aTillClosing } from './payments';
import { aTally, broughtBy } from './quay';
import { aCode, aFlow, anEdiMessage, aPartner, uploaded } from './edi';
import { anEdiItem } from './edi-outgoing';
import { aFlexField, type Body, next } from './record';
import { within } from './services';
import {
  aBerthArea,
  aPilot,
  aPort,
  aServiceBoat,
  aStevedoringCompany,
  aStevedoringSupervisor,
  aTallyMove,
  aTerminal,
  aVessel,
  aVoyage,
  aVoyageEvent,
  aVoyageEventType,
} from './voyages';

interface List {
  path: string;
  /** Makes one more record of the list. */
  add: () => Promise<unknown>;
}

/** What makes a record of each list. A new list needs its place here, or below. */
const MAKERS: Record<string, (client: Client) => Promise<unknown>> = {
  '/agents': anAgent,
  '/appointments': anAppointment,
  '/appointment_closures': anAppointmentClosure,
  '/appointment_plans': anAppointmentPlan,
  '/audit_entries': aTerminal,
  '/webhook_endpoints': (client) => aWebhookEndpoint(client),
  '/edi_channels': (client) => anEdiChannel(client),
  '/berth_areas': aBerthArea,
  '/bill_of_ladings': aBill,
  '/billing_accounts': anAccount,
  '/bookings': aBooking,
  '/billing_runs': (client) => aRun(client),
  '/billing_problems': async (client) => aProblem(client, (await aRun(client)).id),
  '/breakbulks': aBreakbulk,
  '/calendars': aCalendar,
  '/charge_codes': aChargeCode,
  '/chassis': aChassis,
  '/commodity_types': aCommodityType,
  '/consignees': aConsignee,
  '/container_types': aContainerType,
  '/containers': aContainer,
  '/dangerous_goods': aContainerOfGoods,
  '/delivery_orders': aDeliveryOrder,
  '/dock_receipts': aDockReceipt,
  '/edi_codes': aCode,
  '/edi_flows': aFlow,
  '/imports': async (client) => {
    const type = { 'content-type': 'text/csv' };
    const { import: sent } = (await client.send('POST', '/imports?kind=trucks', 'license_plate\n', type))
      .body;
    // its work beside requests is none of the list
    await eventually('the import is over', async () => {
      const shown = await client.get(`/imports/${sent.id}`);
      return shown.body.import.finished_at !== null;
    });
    return sent;
  },
  '/edi_interchanges': (client) => uploaded(client, `no interchange ${next()}`),
  '/edi_items': anEdiItem,
  '/edi_messages': anEdiMessage,
  '/edi_partners': aPartner,
  '/exporters': anExporter,
  '/flex_field_definitions': (client) => aFlexField(client, 'voyage', `field_${next()}`),
  '/free_time_agreements': anAgreement,
  '/freight_forwarders': aFreightForwarder,
  '/gates': aGate,
  '/gate_refusals': (client) => client.post('/trucks/NO-PLATE-1/gate_out'),
  '/mails': aMail,
  '/gensets': aGenset,
  '/hold_types': aHoldType,
  '/holds': async (client) => aHold(client, (await aContainer(client)).number),
  '/container_releases': aContainerRelease,
  '/damage_types': aDamageType,
  '/damage_components': aDamageComponent,
  '/damages': (client) => aDamage(client),
  '/inspections': (client) => anInspection(client),
  '/reefers': (client) => aReefer(client),
  '/invoices': anInvoice,
  '/nominations': aRightToCollect,
  '/movements': async (client) => aMovement(client, (await aContainer(client)).id),
  '/load_lists': aLoadList,
  '/discharge_lists': aDischargeList,
  '/manifests': aManifest,
  '/package_types': aPackageType,
  '/packing_list_items': aPackingListItem,
  '/payer_nominations': aNomination,
  '/pilots': aPilot,
  '/pre_advices': aPreAdvice,
  '/payments': aPayment,
  '/ports': aPort,
  '/service_boats': aServiceBoat,
  '/charges': (client) => aCharge(client),
  '/service_orders': anOrder,
  '/shipping_lines': aShippingLine,
  '/stevedoring_companies': aStevedoringCompany,
  '/stevedoring_supervisors': aStevedoringSupervisor,
  '/tallies': async (client) => {
    const { id, number } = await aVoyage(client);
    await aManifest(client, { voyage_id: id });
    return aTally(client, { number });
  },
  '/tally_moves': async (client) => {
    const { number: voyage } = await aVoyage(client);
    return aTallyMove(client, { voyage, kind: 'special_lift', lift_type: 'other' });
  },
  '/tariff_rates': aRate,
  '/tariffs': aTariff,
  '/tax_rules': aTaxRule,
  '/segregation_rules': aSegregationRule,
  '/taxes': aTax,
  '/terminals': aTerminal,
  '/truck_drivers': aTruckDriver,
  '/truck_visits': aVisit,
  '/interchanges': async (client) => {
    const path = `/truck_visits/${(await aVisit(client)).id}/interchanges`;
    return (await client.create(path, pickUpOfGoods)).interchange;
  },
  '/receipts': aReceipt,
  '/container_stays': async (client) => aStay(client, (await aContainer(client)).number),
  '/tokens': aToken,
  '/identity_issuers': anIdentityIssuer,
  '/trucking_companies': aTruckingCompany,
  '/till_closings': aTillClosing,
  '/tills': aTill,
  '/trucks': aTruck,
  '/users': aUser,
  '/vehicles': aVehicle,
  '/vessels': aVessel,
  '/voyage_event_types': aVoyageEventType,
  '/voyages': aVoyage,
  '/yard_areas': aYardArea,
  '/yard_slots': aYardSlot,
  '/yard_slots/free': (client) => aYardSlot(client, { tiers: 1 }),
};

/** A receipt of general cargo that a truck fetched. */
async function aReceipt(client: Client): Promise<Body> {
  const path = `/truck_visits/${(await aVisit(client)).id}/interchanges`;
  const { interchange } = await client.create(path, pickUpOfGoods);
  return client.patch(`/interchanges/${interchange.id}`, { completed: true });
}

const pickUpOfGoods = { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } };

/** The lists under another record: what makes that one, and more of the list. */
const UNDER_A_RECORD: Record<string, (client: Client) => Promise<List>> = {
  '/users/{id}/identities': async (client) => {
    const { id } = await aUser(client);
    const add = async () => {
      const issuer = await anIdentityIssuer(client);
      await client.service.query(
        'INSERT INTO user_identities (organization_id, issuer_id, user_id, sub) VALUES ($1, $2, $3, $4)',
        [client.organization_id, issuer.id, id, `subject ${issuer.id}`],
      );
    };
    return { path: `/users/${id}/identities`, add };
  },
  '/billing_runs/{id}/problems': async (client) => {
    const { id } = await aRun(client);
    return { path: `/billing_runs/${id}/problems`, add: () => aProblem(client, id) };
  },
  '/invoices/{id}/charges': async (client) => {
    const { id } = await anInvoice(client, {
      line_items: [{ description: 'Storage', quantity: 1, amount: '10.00' }],
    });
    const [line] = await client.service.query<{ id: number }>(
      'SELECT id FROM invoice_lines WHERE organization_id = $1 AND invoice_id = $2',
      [client.organization_id, id],
    );
    return { path: `/invoices/${id}/charges`, add: () => aCharge(client, line!.id) };
  },
  '/voyages/{voyage_number}/voyage_events': async (client) => {
    const { number } = await aVoyage(client);
    const type = await aVoyageEventType(client);
    return { path: `/voyages/${number}/voyage_events`, add: () => aVoyageEvent(client, number, {}, type) };
  },
  '/truck_visits/{truck_visit_id}/interchanges': async (client) => {
    const path = `/truck_visits/${(await aVisit(client)).id}/interchanges`;
    const add = () => client.create(path, pickUpOfGoods);
    return { path, add };
  },
  '/truck_visits/{truck_visit_id}/interchanges/{id}/receipts': async (client) => {
    const { id } = await aVisit(client);
    const { interchange } = await client.create(`/truck_visits/${id}/interchanges`, pickUpOfGoods);
    await client.patch(`/interchanges/${interchange.id}`, { completed: true });
    const add = async () => {
      const { id: truck_driver_id } = await aTruckDriver(client);
      return client.patch(`/truck_visits/${id}`, { truck_driver_id });
    };
    await add();
    return { path: `/truck_visits/${id}/interchanges/${interchange.id}/receipts`, add };
  },
  '/tallies/{id}/items': async (client) => {
    const voyage = await aVoyage(client);
    const bill = await broughtBy(client, voyage, []);
    const { id } = await aTally(client, voyage);
    return {
      path: `/tallies/${id}/items`,
      add: () => aContainer(client, { bill_of_ladings: [keyOf(bill)] }),
    };
  },
  '/vehicles/{id}/movements': async (client) => {
    const { id } = await aVehicle(client, { current_location_type: 'Terminal' });
    return { path: `/vehicles/${id}/movements`, add: () => aYardMove(client, `/vehicles/${id}`) };
  },
  '/breakbulks/{reference_number}/movements': async (client) => {
    const { id } = await aBreakbulk(client, { current_location_type: 'Terminal' });
    return { path: `/breakbulks/${id}/movements`, add: () => aYardMove(client, `/breakbulks/${id}`) };
  },
  '/containers/{number}/movements': async (client) => {
    const { id, number } = await aContainer(client);
    return { path: `/containers/${number}/movements`, add: () => aMovement(client, id) };
  },
  '/containers/{number}/damages': async (client) => {
    const { number } = await aContainer(client);
    return { path: `/containers/${number}/damages`, add: () => aDamage(client, number as string) };
  },
  '/containers/{number}/inspections': async (client) => {
    const { number } = await aContainer(client);
    return { path: `/containers/${number}/inspections`, add: () => anInspection(client, number as string) };
  },
  '/containers/{number}/readings': async (client) => {
    const { number } = await aReefer(client);
    // one of the same time would replace it
    let at = Date.now();
    const add = () => aReading(client, number as string, { at: new Date((at += 1)).toISOString() });
    return { path: `/containers/${number}/readings`, add };
  },
  '/containers/{number}/stays': async (client) => {
    const { number } = await aContainer(client);
    return { path: `/containers/${number}/stays`, add: () => aStay(client, number) };
  },
  '/containers/{container_number}/holds/{id}/history': async (client) => {
    const { number } = await aContainer(client);
    const { id } = await aHold(client, number);
    const add = () => lift(client, number, id, '2099-01-01');
    return { path: `/containers/${number}/holds/${id}/history`, add };
  },
  '/manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id}/history':
    async (client) => {
      const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
      const path = `${holdsOf(await aBill(client))}/${type.id}`;
      await client.put(path);
      const hold = { reference_number: 'R', lift_until: '2099-01-01' };
      return { path: `${path}/history`, add: () => client.delete(path, { hold }) };
    },
  '/load_lists/{load_list_id}/load_list_items': async (client) => {
    const path = `/load_lists/${(await aLoadList(client)).id}/load_list_items`;
    const add = async () => {
      const load_list_item = { container_id: (await aContainer(client)).id };
      return client.create(path, { load_list_item_type: 'full', load_list_item });
    };
    return { path, add };
  },
  '/discharge_lists/{discharge_list_id}/discharge_list_items': async (client) => {
    const list = await aDischargeList(client);
    const path = `/discharge_lists/${list.id}/discharge_list_items`;
    return { path, add: () => anItemToDischarge(client, list) };
  },
  '/bookings/{number}/containers': async (client) => {
    const { id, number } = await aBooking(client);
    const add = () =>
      within(client, BookingContainersService, (of) =>
        of.put(id as number, [{ container_number: `WHAU${2_000_000 + next()}` }]),
      );
    return { path: `/bookings/${number}/containers`, add };
  },
  '/bookings/{number}/releases': async (client) => {
    const { number } = await aBooking(client);
    const path = `/bookings/${number}/releases`;
    return { path, add: () => client.create(path, { quantity: 1 }) };
  },
  '/voyages/{voyage_number}/bayplan': async (client) => {
    const { id, number } = await aVoyage(client);
    const { bayplan_id } = await within(client, BayplansService, (of) =>
      of.replace(id as number, 'arrival', {}, []),
    );
    // a plan is replaced as a whole, so that cells are added to one by SQL alone
    const add = () =>
      client.service.query(
        `INSERT INTO bayplan_cells (organization_id, bayplan_id, cell, bay) VALUES ($1, $2, '0010101', 1)`,
        [client.organization_id, bayplan_id],
      );
    return { path: `/voyages/${number}/bayplan`, add };
  },
  '/edi_interchanges/{id}/segments': async (client) => {
    const { id } = await uploaded(client, `no interchange ${next()}`);
    const where = [client.organization_id, id];
    const write = (bytes: string) =>
      client.service.query(
        `UPDATE edi_payloads SET bytes = ${bytes}, marks = NULL, segments_count = NULL WHERE organization_id = $1 AND edi_interchange_id = $2`,
        where,
      );
    let segments = 0;
    const add = () => write(segments++ ? `bytes || 'FTX+1'''` : `'UNB+UNOA:2'''`);
    return { path: `/edi_interchanges/${id}/segments`, add };
  },
  '/edi_messages/{id}/records': async (client) => {
    const { id } = await anEdiMessage(client);
    const add = () =>
      client.service.query(
        `INSERT INTO edi_message_records (organization_id, edi_message_id, type, key, did)
         VALUES ($1, $2, 'booking', $3, 'created')`,
        [client.organization_id, id, `B${next()}`],
      );
    return { path: `/edi_messages/${id}/records`, add };
  },
  '/webhook_endpoints/{id}/deliveries': async (client) => {
    const { id } = await aWebhookEndpoint(client);
    return {
      path: `/webhook_endpoints/${id}/deliveries`,
      add: () => client.post(`/webhook_endpoints/${id}/test`),
    };
  },
  '/manifests/{manifest_client_identifier}/bill_of_ladings': async (client) => {
    const manifest = await aManifest(client);
    const path = `/manifests/${manifest.client_identifier}/bill_of_ladings`;
    return { path, add: () => aBill(client, manifest) };
  },
  '/voyages/{voyage_number}/bill_of_ladings': async (client) => {
    const manifest = await aManifest(client);
    const path = `/voyages/${manifest.voyage.number}/bill_of_ladings`;
    return { path, add: () => aBill(client, manifest) };
  },
};

/** An endpoint that is sent nothing but tests, at an address that nobody has. */
const aWebhookEndpoint = async (client: Client) =>
  (
    await client.create('/webhook_endpoints', {
      url: 'https://nobody.example/',
      types: ['webhook_endpoint.deactivated'],
    })
  ).webhook_endpoint;

export const document = JSON.parse(
  readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8'),
) as OpenAPIObject;

/** Whether a list takes a parameter, which is described there or once for all. */
const takes = (path: string, parameter: string) =>
  document.paths[path]?.get?.parameters?.some((each) =>
    '$ref' in each ? each.$ref.split('/').at(-1)!.split('.')[0] === parameter : each.name === parameter,
  ) ?? false;

/** A list that cannot have so many records that it has pages: there are two types of document. */
const SHORT = ['/number_series'];

/** The lists with pages that the API document has, as `/trucks` or `/containers/{number}/movements`. */
export const PAGED_LISTS = Object.keys(document.paths)
  .filter((path) => takes(path, 'page'))
  .map((path) => path.replace('/api/v1', ''))
  .filter((path) => !SHORT.includes(path));

/** Those of them whose records change: they are read for what changed lately. */
export const CHANGING = PAGED_LISTS.filter((path) => takes(`/api/v1${path}`, 'updated_since'));

/** A list with some records. */
export async function aList(client: Client, list: string, records: number): Promise<List> {
  const make = MAKERS[list];
  const under = UNDER_A_RECORD[list];
  if (!make && !under) throw new Error(`Say in test/factories/lists.ts what makes a record of ${list}.`);
  const made = under ? await under(client) : { path: list, add: () => make!(client) };
  for (let i = 0; i < records; i++) await made.add();
  return made;
}
