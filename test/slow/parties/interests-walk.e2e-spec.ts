import { OrganizationsService } from '../../../src/common/tenancy/organizations.service';
import { Organization } from '../../../src/common/tenancy/organization.entity';
import { Db } from '../../../src/common/database/db';
import { checkInterests } from '../../../src/cargo/interests/interest-check';
import { NominationExpiryService } from '../../../src/gate/nominations/nomination-expiry.service';
import { aBill, aBooking, aContainerType, aManifest, aPackingListItem } from '../../factories/cargo';
import { aGate, dropOff, pickUp } from '../../factories/gate';
import { billParties, nominationsNow, stayParties } from '../../factories/interests';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  aShippingLine,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
  limitedTo,
} from '../../factories/parties';
import type { Body } from '../../factories/record';
import { exportFiles } from '../../factories/transfer';
import { aTerminal } from '../../factories/voyages';
import type { Answer } from '../../setup/client';
import { useService } from '../../setup/service';
import { factsOf, InterestModel } from './interest-model';

/** The kinds of records that interests follow from. */
const KINDS =
  `containers container_stays shipping_lines bill_of_ladings manifests packing_list_items truck_visits pre_advices
  trucks truck_drivers trucking_companies`.split(/\s+/);

const STEPS = 280;
const SEED = 11;

/** SQL of faults: interests by nominations that nobody gave, in stays and bills. */
const PLANTED = [
  `INSERT INTO stay_parties (organization_id, party_id, stay_id, container_id, level, ways, shown)
   SELECT s.organization_id, p.id, s.id, s.container_id, 'owner', 128, c.stay_id = s.id
   FROM container_stays s
   JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
   JOIN parties p ON p.organization_id = s.organization_id AND p.freight_forwarder_id IS NOT NULL
   WHERE s.organization_id = $1 AND s.status IN ('announced', 'here')
   ON CONFLICT DO NOTHING`,
  `INSERT INTO stay_parties (organization_id, party_id, stay_id, container_id, level, ways, shown)
   SELECT s.organization_id, p.id, s.id, s.container_id, 'carrier', 256, c.stay_id = s.id
   FROM container_stays s
   JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
   JOIN parties p ON p.organization_id = s.organization_id AND p.trucking_company_id IS NOT NULL
   WHERE s.organization_id = $1 AND s.status IN ('announced', 'here')
   ON CONFLICT DO NOTHING`,
  `INSERT INTO bill_parties (organization_id, party_id, bill_of_lading_id, level, ways)
   SELECT b.organization_id, p.id, b.id, 'owner', 128 FROM bill_of_ladings b
   JOIN parties p ON p.organization_id = b.organization_id AND p.freight_forwarder_id IS NOT NULL
   WHERE b.organization_id = $1
   ON CONFLICT DO NOTHING`,
  // those that are there are missing: in stays that are open, and in bills
  `DELETE FROM stay_parties i USING container_stays s
   WHERE i.organization_id = $1 AND i.ways & 384 > 0 AND s.organization_id = i.organization_id AND s.id = i.stay_id
     AND s.status IN ('announced', 'here')`,
  `DELETE FROM bill_parties i WHERE i.organization_id = $1 AND i.ways & 128 > 0`,
];

/** Numbers below 1 that are the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('interests', () => {
  const service = useService();

  it('are what the model says after each step of a random walk, and what a calculation from nothing says', async () => {
    const client = await service.current.organization({ party_pick_up: 'reference' });
    const random = randomOf(SEED);
    const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
    const some = <T>(list: T[]): T[] => list.filter(() => random() < 0.4);

    const gate = (await aGate(client)).name;
    const terminal = (await aTerminal(client)).name;
    const type = (await aContainerType(client)).code;
    const times = async <T>(count: number, make: (at: number) => Promise<T>) => {
      const made: T[] = [];
      for (let at = 0; at < count; at++) made.push(await make(at));
      return made;
    };
    const agents = await times(3, () => anAgent(client));
    const lines = await times(5, () => aShippingLine(client));
    const consignees: Body[] = await times(5, () => aConsignee(client));
    const companies: Body[] = await times(4, () => aTruckingCompany(client));
    const drivers: Body[] = await times(3, (at) =>
      aTruckDriver(client, { trucking_company: companies[at]!.code, firstname: 'A', lastname: `B${at}` }),
    );
    const trucks: Body[] = await times(5, (at) =>
      aTruck(client, at < 3 ? { trucking_company: companies[at]!.code } : {}),
    );
    const manifests: Body[] = await times(3, (at) => aManifest(client, { shipping_line: lines[at]!.code }));
    const bills: Body[] = await times(9, (at) =>
      aBill(
        client,
        manifests[at % 3] as { client_identifier: string },
        {},
        at < 3 ? { consignee: consignees[at]!.name } : {},
      ),
    );
    const forwarders: Body[] = await times(3, () => aFreightForwarder(client));
    const bookings: Body[] = await times(3, (at) => aBooking(client, { shipping_line: lines[at]!.code }));
    const hauliers = await Promise.all(
      companies.map(({ code }) => limitedTo(client, { type: 'trucking_company', key: code as string })),
    );
    const takers = [
      ...forwarders.map(({ name: key }) => ({ type: 'freight_forwarder', key: key as string })),
      ...companies.map(({ code: key }) => ({ type: 'trucking_company', key: key as string })),
    ];
    const numbers = Array.from({ length: 7 }, (_, at) => `WHAU${4_100_000 + at}`);
    const items: Body[] = [];
    const advices: string[] = [];
    const granted = new Map<string, Set<string>>();
    const visits: { id: number; plate: string; over?: boolean }[] = [];

    for (const number of numbers)
      await client.create('/containers', {
        number,
        container_type: type,
        container_status: 'full',
        shipping_line: pick(lines).code,
      });

    const keys = (list: Body[]) =>
      list.map((bill) => ({ manifest: bill.manifest.client_identifier, number: bill.number }));
    const container = (body: object) => client.patch(`/containers/${pick(numbers)}`, body);
    const nameOf = (list: Body[]) => (random() < 0.2 ? null : (pick(list).name as string));
    const visitWith = async (body: object, plate: string) => {
      const answer = await client.post('/truck_visits', { gate, ...body });
      if (answer.status === 201) visits.push({ id: answer.body.truck_visit.id as number, plate });
      return answer;
    };
    const purpose = async () => {
      const number = pick(numbers);
      const { location, bill_of_ladings } = (await client.get(`/containers/${number}`)).body.container;
      const bill = random() < 0.8 && bill_of_ladings.length ? pick(bill_of_ladings as Body[]).number : 'NONE';
      return location?.type === 'Terminal'
        ? { mayName: bill !== 'NONE', purpose: pickUp(number, { bill_of_lading: bill }) }
        : {
            mayName: true,
            purpose: dropOff({
              cargo_type: 'container',
              container_number: number,
              container_type: type,
              container_status: 'full',
              shipping_line: pick(lines).code,
            }),
          };
    };
    const grant = (
      advice_number: string,
      { mayName, purpose: { cargo } }: Awaited<ReturnType<typeof purpose>>,
    ) =>
      granted.set(
        advice_number,
        new Set(mayName ? [(cargo as { container_number: string }).container_number] : []),
      );
    const announced = async () => {
      const truck = pick(trucks).license_plate as string;
      const company = random() < 0.2 ? { trucking_company: pick(companies).code } : {};
      const driver = random() < 0.5 ? { truck_driver_id: pick(drivers).id } : {};
      const stated = await purpose();
      const answer = await client.post('/pre_advices', {
        truck,
        ...company,
        ...driver,
        purposes: [stated.purpose],
      });
      if (answer.status === 201) {
        advices.push(answer.body.advice_number as string);
        grant(answer.body.advice_number as string, stated);
      }
      return { answer, truck };
    };
    const advice = () => (advices.length ? pick(advices.slice(-3)) : 'NONE');
    const visit = () => (visits.length ? pick(visits.slice(-2)) : { id: 0, plate: 'NONE' });

    const ofLine = (key: unknown) => ({ type: 'shipping_line', key });
    const ofConsignee = (key: unknown) => ({ type: 'consignee', key });
    /** Something to collect, and who may have the right to it. */
    const subject = async (): Promise<{ subject: object; owners: { type: string; key: unknown }[] }> => {
      const kind = random();
      if (kind < 0.25) {
        const { number, shipping_line } = pick(bookings);
        return { subject: { booking: number }, owners: [ofLine(shipping_line.code)] };
      }
      const bill = pick(bills);
      if (kind < 0.5) {
        const { shipping_line } = pick(manifests);
        const { consignee } = (await client.get(`/bill_of_ladings?number=${bill.number}`)).body
          .bill_of_ladings[0];
        return {
          subject: { bill_of_lading: keys([bill])[0] },
          owners: [ofLine(shipping_line.code), ofConsignee(consignee?.name)],
        };
      }
      const container = pick(numbers);
      const { shipping_line, consignee } = (await client.get(`/containers/${container}`)).body.container;
      return {
        subject: { container },
        owners: [ofLine(shipping_line?.code), ofConsignee(consignee?.name)],
      };
    };
    const nominations = async (status: string) =>
      (await nominationsNow(client)).filter((each) => each.status === status);
    const subjectOf = ({ container, bill_of_lading, booking }: Body) =>
      container
        ? { container: container.number }
        : booking
          ? { booking: booking.number }
          : { bill_of_lading: { manifest: bill_of_lading.manifest, number: bill_of_lading.number } };
    const revoked = async (status: string) => {
      const standing = await nominations(status);
      if (!standing.length) return undefined;
      return client.post(`/nominations/${pick(standing).number}/revoke`, { reason: 'Another comes' });
    };

    const steps: Record<string, () => Promise<Answer | undefined>> = {
      nominated: async () => {
        const { subject: named, owners } = await subject();
        return client.post('/nominations', { ...named, from: pick(owners), to: pick(takers) });
      },
      passedOn: async () => {
        const held = await nominations('active');
        if (!held.length) return undefined;
        const passed = pick(held);
        const { type, key } = passed.to;
        return client.post('/nominations', { ...subjectOf(passed), from: { type, key }, to: pick(takers) });
      },
      nominationRevoked: () => revoked('active'),
      chainRevoked: () => revoked('passed_on'),
      nominationExpired: async () => {
        const standing = [...(await nominations('active')), ...(await nominations('passed_on'))];
        if (!standing.length) return undefined;
        const { number } = pick(standing);
        await service.current.query(
          'UPDATE nominations SET valid_until = now() WHERE organization_id = $1 AND number = $2',
          [client.organization_id, number],
        );
        await service.current.app.get(NominationExpiryService).noticeAll();
        return client.get(`/nominations/${number}`);
      },
      announcedByTaker: async () => {
        const held = (await nominations('active')).filter(({ to }) => to.type === 'trucking_company');
        if (!held.length) return undefined;
        const { container, to } = pick(held);
        const number: string = container?.number ?? pick(numbers);
        const truck = await aTruck(client, { trucking_company: to.key });
        const at = companies.findIndex(({ code }) => code === to.key);
        const answer = await hauliers[at]!.post('/pre_advices', {
          truck: truck.license_plate,
          purposes: [pickUp(number)],
        });
        if (answer.status !== 201) return answer;
        advices.push(answer.body.advice_number as string);
        return answer;
      },
      booked: () => container({ booking: random() < 0.3 ? null : pick(bookings).number }),
      bills: () => container({ bill_of_ladings: keys(some(bills)) }),
      unbilled: () => container({ bill_of_ladings: [] }),
      consignee: () => container({ consignee: nameOf(consignees) }),
      line: () => container({ shipping_line: random() < 0.1 ? null : pick(lines).code }),
      arrive: () => container({ current_location_type: 'Terminal', current_location: terminal }),
      leave: () => container({ current_location_type: 'Other' }),
      agent: () => {
        const { id, code } = pick(lines);
        return client.put(`/shipping_lines/${id}`, { shipping_line: { code, agent: nameOf(agents) } });
      },
      parent: () => {
        const { id, code } = pick(lines);
        const parent_id = random() < 0.3 ? null : pick(lines).id;
        return client.put(`/shipping_lines/${id}`, { shipping_line: { code, parent_id } });
      },
      billed: () => {
        const bill = pick(bills);
        const path = `/manifests/${encodeURIComponent(bill.manifest.client_identifier as string)}/bill_of_ladings/${bill.id}`;
        return client.patch(path, {
          bill_of_lading: {
            client_identifier: bill.manifest.client_identifier,
            consignee: pick(consignees).name,
          },
        });
      },
      item: async () => {
        items.push(
          await aPackingListItem(client, {
            container: pick(numbers),
            consignee: nameOf(consignees),
            bill_of_lading: keys([pick(bills)])[0],
          }),
        );
        return undefined;
      },
      itemChanged: () =>
        client.patch(`/packing_list_items/${items.length ? pick(items).id : 0}`, {
          consignee: nameOf(consignees),
          ...(random() < 0.4 ? { container: pick(numbers) } : {}),
        }),
      itemGone: async () => {
        if (!items.length) return undefined;
        return client.delete(
          `/packing_list_items/${items.splice(Math.floor(random() * items.length), 1)[0]!.id}`,
        );
      },
      announce: async () => (await announced()).answer,
      announcementChanged: async () => {
        const number = advice();
        const stated = random() < 0.5 ? await purpose() : undefined;
        const answer = await client.patch(
          `/pre_advices/${number}`,
          stated ? { purposes: [stated.purpose] } : { trucking_company: pick(companies).code },
        );
        if (stated && answer.status === 200) grant(number, stated);
        return answer;
      },
      announcementUsed: () => {
        const pre_advice_number = advice();
        return visitWith({ pre_advice_number }, '');
      },
      announcementGone: () => client.delete(`/pre_advices/${advice()}`),
      gateIn: async () => {
        const { answer, truck } = await announced();
        if (answer.status !== 201) return answer;
        return visitWith({ pre_advice_number: answer.body.advice_number as string }, truck);
      },
      gateOut: async () => {
        const { id } = visit();
        const { truck } = (await client.get(`/truck_visits/${id}`)).body;
        if (!truck) return undefined;
        return client.post(
          `/trucks/${encodeURIComponent(truck.license_plate as string)}/gate_out`,
          random() < 0.2 ? { reason_for_incomplete: 'Crane broke down' } : undefined,
        );
      },
      reversed: async () => {
        const { id } = visit();
        const { interchanges } = (await client.get(`/truck_visits/${id}`)).body;
        const done = (interchanges as Body[] | undefined)?.find(({ completed }) => completed as boolean);
        if (!done) return undefined;
        return client.post(`/truck_visits/${id}/interchanges/${done.id}/reverse`, { reason: 'Wrong truck' });
      },
      cancelled: () => client.post(`/truck_visits/${visit().id}/cancel`, { reason: 'Wrong terminal' }),
      truckChanged: () =>
        client.patch(`/trucks/${pick(trucks).license_plate}`, {
          truck: { trucking_company: random() < 0.2 ? null : pick(companies).code },
        }),
      driverChanged: () =>
        client.patch(`/truck_drivers/${pick(drivers).id}`, { trucking_company: pick(companies).code }),
      corrected: async () => {
        const { container_stays } = (await client.get('/container_stays?per=100')).body;
        const body = random() < 0.5 ? { consignee: nameOf(consignees) } : { shipping_line: pick(lines).code };
        return client.patch(`/container_stays/${pick(container_stays as Body[]).id}`, {
          ...body,
          reason: 'Was wrong',
        });
      },
    };

    const model = new InterestModel();
    const done: Record<string, number> = {};
    const actor = new OrganizationsService(service.current.dataSource.manager).actorFor(
      await service.current.dataSource.manager.findOneByOrFail(Organization, { id: client.organization_id }),
    );
    const db = service.current.app.get(Db);
    const names = Object.keys(steps);
    // the gate takes several steps, and is often refused
    const often = [
      ...names,
      'gateIn',
      'gateOut',
      'gateOut',
      'reversed',
      'reversed',
      'announcementUsed',
      'billed',
      'nominated',
      'nominated',
      'nominated',
      'passedOn',
      'passedOn',
      'announcedByTaker',
    ];
    for (let step = 0; step < STEPS; step++) {
      const name = step < 20 ? pick(['bills', 'arrive', 'item', 'announce', 'gateIn']) : pick(often);
      const answer = await steps[name]!();
      if (answer && answer.status < 300) done[name] = (done[name] ?? 0) + 1;
      if (!answer || answer.status >= 400) {
        if (name !== 'item') continue;
        done[name] = (done[name] ?? 0) + 1;
      }
      const facts = factsOf(await exportFiles(client, KINDS));
      facts.nominations = await nominationsNow(client);
      expect([step, name, await stayParties(client)]).toEqual([step, name, model.stays(facts, granted)]);
      expect([step, name, await billParties(client)]).toEqual([step, name, model.bills(facts)]);
      if (step % 20 === 0)
        expect(await checkInterests(db, actor, false)).toEqual({
          differences: 0,
          named: [],
        });
    }
    expect(await checkInterests(db, actor, false)).toEqual({
      differences: 0,
      named: [],
    });
    expect(names.filter((name) => !done[name])).toEqual([]);

    // a forwarder passes a bill with an open stay on to a haulier
    const open = (await client.get('/container_stays?status=here&per=1')).body.container_stays[0];
    await client.patch(`/containers/${open.container.number}`, { bill_of_ladings: keys([bills[0]!]) });
    for (const held of [...(await nominations('active')), ...(await nominations('passed_on'))])
      await client.post(`/nominations/${held.number}/revoke`, { reason: 'Another comes' });
    const passing = { bill_of_lading: keys([bills[0]!])[0] };
    await client.create('/nominations', {
      ...passing,
      from: ofLine(manifests[0]!.shipping_line.code),
      to: takers[0],
    });
    await client.create('/nominations', { ...passing, from: takers[0], to: takers.at(-1) });

    // what is wrong of nominations is found, and mended
    for (const plant of PLANTED) {
      const before = [await stayParties(client), await billParties(client)];
      await service.current.query(plant, [client.organization_id]);
      expect(await checkInterests(db, actor, false)).not.toMatchObject({ differences: 0 });
      await checkInterests(db, actor, true);
      expect([await stayParties(client), await billParties(client)]).toEqual(before);
    }
  }, 300_000);
});
