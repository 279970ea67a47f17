import { checkInterests } from '../../src/cargo/interests/interest-check';
import { Db } from '../../src/common/database/db';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { aBill, aBooking, aManifest, keyOf } from '../factories/cargo';
import { aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import {
  codeOf,
  EST,
  FORWARDER,
  FRG,
  LINE,
  NominationWorld,
  NUMBER,
  OTHER,
  OWNER,
} from '../factories/nominations';
import { aShippingLine, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { atOnce } from '../setup/meanwhile';
import { Service, useService } from '../setup/service';
import { asTest } from '../wall/guard';

const BUYER = { type: 'consignee' as const, key: 'Highland Dry' };
const NEW_LINE = { type: 'shipping_line' as const, key: 'WHB' };
const CONTAINER = { container: NUMBER };
const GONE = 'The giver has the right no longer.';

describe('nominations whose giver has the right no longer', () => {
  const service = useService();
  let client: Client;
  let owner: Client;
  let bill: Body;
  let world: NominationWorld;
  let booking: string;

  beforeEach(async () => {
    world = await NominationWorld.of(service.current);
    ({ client, owner, bill } = world);
    await aShippingLine(client, { code: NEW_LINE.key });
    booking = (await aBooking(client, { shipping_line: LINE.key })).number as string;
  });

  const container = async (body: object, number = NUMBER) =>
    expect((await client.patch(`/containers/${number}`, body)).status).toBe(200);
  const write = (statement: string, ...values: unknown[]) =>
    service.current.query(statement, [client.organization_id, ...values]);
  const billSoldTo = (name: string) =>
    write(
      `UPDATE bill_of_ladings b SET consignee_id = c.id FROM consignees c
       WHERE b.organization_id = $1 AND c.organization_id = $1 AND c.name = $2`,
      name,
    );
  const ofBill = () => ({ bill_of_lading: keyOf(bill) });
  const give = (subject: object, from: object, to: object) =>
    client.post('/nominations', { ...subject, from, to });
  const shown = async ({ number }: Body) => (await client.get(`/nominations/${number}`)).body.nomination;
  const noticed = () => service.current.app.get(NominationExpiryService).noticeAll();

  const come = async (truck: string) => {
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(NUMBER)] });
    const gate = `In ${Math.random()}`;
    await client.create('/gates', { name: gate });
    return client.post('/truck_visits', { gate, pre_advice_number: advice_number });
  };

  /** The differences that `parties check` finds. */
  const differences = async () => {
    const { dataSource, app } = service.current;
    const organization = await asTest(() =>
      dataSource.manager.findOneByOrFail(Organization, { id: client.organization_id }),
    );
    const actor = new OrganizationsService(dataSource.manager).actorFor(organization);
    return (await checkInterests(app.get(Db, { strict: false }), actor, false)).named;
  };

  interface Loss {
    /** What is done before. */
    first?: () => Promise<unknown>;
    subject: () => object;
    from: object;
    lose: () => Promise<unknown>;
    /** Who has the right then. */
    next: object;
  }

  const LOSSES: Record<string, Loss> = {
    'the stay has another consignee': {
      first: () => container({ consignee: OWNER.key, bill_of_ladings: [] }),
      subject: () => CONTAINER,
      from: OWNER,
      lose: () => container({ consignee: BUYER.key }),
      next: BUYER,
    },
    'the stay has no consignee any more': {
      first: () => container({ consignee: OWNER.key, bill_of_ladings: [] }),
      subject: () => CONTAINER,
      from: OWNER,
      lose: () => container({ consignee: null }),
      next: LINE,
    },
    'the stay has another line': {
      subject: () => CONTAINER,
      from: LINE,
      lose: () => container({ shipping_line: NEW_LINE.key }),
      next: NEW_LINE,
    },
    'the container is taken off the bill': {
      subject: () => CONTAINER,
      from: OWNER,
      lose: () => container({ bill_of_ladings: [] }),
      next: LINE,
    },
    'the container goes to another bill': {
      subject: () => CONTAINER,
      from: OWNER,
      lose: async () =>
        container({ bill_of_ladings: [keyOf(await aBill(client, 'M-2', {}, { consignee: BUYER.key }))] }),
      next: BUYER,
    },
    'a link of the container leads to another bill': {
      subject: () => CONTAINER,
      from: OWNER,
      lose: async () => {
        const other = await aBill(client, 'M-2', {}, { consignee: BUYER.key });
        await write('UPDATE container_bills SET bill_of_lading_id = $2 WHERE organization_id = $1', other.id);
      },
      next: BUYER,
    },
    'the bill of the container has another consignee': {
      subject: () => CONTAINER,
      from: OWNER,
      lose: () => billSoldTo(BUYER.key),
      next: BUYER,
    },
    'the bill has another consignee': {
      subject: ofBill,
      from: OWNER,
      lose: () => billSoldTo(BUYER.key),
      next: BUYER,
    },
    'the bill goes to the manifest of another line': {
      subject: ofBill,
      from: LINE,
      lose: async () => {
        const { client_identifier } = await aManifest(client, { shipping_line: NEW_LINE.key });
        await write(
          `UPDATE bill_of_ladings b SET manifest_id = m.id FROM manifests m
           WHERE b.organization_id = $1 AND m.organization_id = $1 AND m.client_identifier = $2`,
          client_identifier,
        );
        [bill] = (await client.get(`/bill_of_ladings?number=${bill.number}`)).body.bill_of_ladings;
      },
      next: NEW_LINE,
    },
    'the manifest has another line': {
      subject: ofBill,
      from: LINE,
      lose: () =>
        write(
          `UPDATE manifests m SET shipping_line_id = l.id FROM shipping_lines l
           WHERE m.organization_id = $1 AND l.organization_id = $1 AND l.code = 'WHB'`,
        ),
      next: NEW_LINE,
    },
    'the booking has another line': {
      first: () => container({ booking, bill_of_ladings: [] }),
      subject: () => ({ booking }),
      from: LINE,
      lose: async () => {
        const { id } = (await client.get(`/bookings/${booking}`)).body.booking;
        expect((await client.patch(`/bookings/${id}`, { shipping_line: NEW_LINE.key })).status).toBe(200);
      },
      next: NEW_LINE,
    },
    'the container that was given on is taken off the bill': {
      first: () => world.nominated(owner, { ...ofBill(), to: FORWARDER }),
      subject: () => CONTAINER,
      from: FORWARDER,
      lose: () => container({ bill_of_ladings: [] }),
      next: LINE,
    },
    'the container that was given on goes to another bill': {
      first: () => world.nominated(owner, { ...ofBill(), to: FORWARDER }),
      subject: () => CONTAINER,
      from: FORWARDER,
      lose: async () =>
        container({ bill_of_ladings: [keyOf(await aBill(client, 'M-2', {}, { consignee: BUYER.key }))] }),
      next: LINE,
    },
    'the container that was given on is booked anew': {
      first: async () => {
        await container({ booking });
        await world.passedOn({ booking, from: LINE, to: FORWARDER });
      },
      subject: () => CONTAINER,
      from: FORWARDER,
      lose: async () =>
        container({ booking: (await aBooking(client, { shipping_line: LINE.key })).number as string }),
      next: OWNER,
    },
    'the container that was given on is taken off the booking': {
      first: async () => {
        await container({ booking });
        await world.passedOn({ booking, from: LINE, to: FORWARDER });
      },
      subject: () => CONTAINER,
      from: FORWARDER,
      lose: () => container({ booking: null }),
      next: OWNER,
    },
  };

  it.each(Object.keys(LOSSES))('let nobody collect: %s', async (name) => {
    const { first, subject, from, lose, next } = LOSSES[name]!;
    await client.patch('/organization', { release_needs_nomination: true });
    await first?.();
    if (from === LINE && 'bill_of_lading' in subject())
      await write(
        `UPDATE manifests m SET shipping_line_id = l.id FROM shipping_lines l
         WHERE m.organization_id = $1 AND l.organization_id = $1 AND l.code = 'WHA'`,
      );
    const nomination = await world.passedOn({ ...subject(), from, to: EST });
    const haulier = await limitedTo(client, EST);
    expect((await haulier.get(`/containers/${NUMBER}`)).status).toBe(200);
    const updated = nomination.updated_at as string;

    await lose();

    expect(await shown(nomination)).toMatchObject({
      status: 'revoked',
      revoke_reason: GONE,
      revoked_at: expect.any(String) as string,
      ended_at: expect.any(String) as string,
    });
    expect((await shown(nomination)).updated_at > updated).toBe(true);
    expect((await haulier.get(`/containers/${NUMBER}`)).status).toBe(404);
    expect((await haulier.get(`/nominations/${nomination.number}`)).status).toBe(200);
    expect(codeOf(await come('EST-1')).slice(0, 2)).toEqual([422, 'nomination_missing']);
    expect(codeOf(await give(subject(), from, FRG)).slice(0, 2)).toEqual([422, 'nomination_not_yours']);
    expect(codeOf(await give(subject(), next, FRG))).toEqual([201, undefined, undefined]);
    expect(await differences()).toEqual([]);
    await noticed();
    expect(await world.told('revoked', haulier)).toEqual([nomination.number]);
    expect((await come('FRG-1')).status).toBe(201);
  });

  it('fall with all behind them, of which none is shown why', async () => {
    const first = await world.nominated(owner, { ...ofBill(), to: FORWARDER });
    const one = await world.passedOn({ ...CONTAINER, from: FORWARDER, to: FRG });
    const rest = await world.passedOn({ ...ofBill(), from: FORWARDER, to: EST });
    await billSoldTo(BUYER.key);
    const reasons = await Promise.all([first, one, rest].map(shown));
    expect(reasons.map(({ status, revoke_reason }) => [status, revoke_reason])).toEqual([
      ['revoked', GONE],
      ['revoked', null],
      ['revoked', null],
    ]);
    expect(await world.interests()).toEqual([]);
  });

  it('leave the whole bill to its forwarder when a container is taken off it', async () => {
    await container({ bill_of_ladings: [keyOf(bill)] }, OTHER);
    const whole = await world.nominated(owner, { ...ofBill(), to: FORWARDER });
    const one = await world.passedOn({ ...CONTAINER, from: FORWARDER, to: EST });
    const other = await world.passedOn({ container: OTHER, from: FORWARDER, to: EST });
    await container({ bill_of_ladings: [] });
    expect(await Promise.all([whole, one, other].map((each) => world.statusOf(each)))).toEqual([
      'active',
      'revoked',
      'active',
    ]);
  });

  it('stand while the giver has the right in another way, or has it anew at the end of the request', async () => {
    await container({ consignee: OWNER.key });
    const nomination = await world.nominated(owner, { to: EST });
    const ofLine = await world.passedOn({ ...CONTAINER, from: LINE, to: FRG });
    const stand = async () =>
      expect(await Promise.all([nomination, ofLine].map((each) => world.statusOf(each)))).toEqual([
        'active',
        'active',
      ]);
    await container({ bill_of_ladings: [] });
    await stand();
    await container({ bill_of_ladings: [keyOf(bill)], consignee: BUYER.key });
    await stand();
    // bills of a container are all linked anew when one comes
    const another = await aBill(client, 'M-2', {}, { consignee: BUYER.key });
    await container({ bill_of_ladings: [keyOf(another), keyOf(bill)], goods: 'Tulip bulbs' });
    await stand();
    await container({ bill_of_ladings: [keyOf(another)] });
    expect(await world.statusOf(nomination)).toBe('revoked');
    expect(await world.statusOf(ofLine)).toBe('active');
  });

  it('change nothing of stays that have ended, and do not hold again with them', async () => {
    const [sold, kept] = [
      await world.nominated(owner, { to: EST }),
      await world.passedOn({ ...CONTAINER, from: LINE, to: FRG }),
    ];
    const statuses = () => Promise.all([sold, kept].map((each) => world.statusOf(each)));
    await container({ current_location_type: 'Other' });
    await billSoldTo(BUYER.key);
    expect(await statuses()).toEqual(['ended', 'ended']);
    await write(`UPDATE container_stays SET status = 'here', out_at = NULL
      WHERE organization_id = $1 AND id = (SELECT c.stay_id FROM containers c WHERE c.organization_id = $1
        AND c.number = '${NUMBER}')`);
    expect(await statuses()).toEqual(['revoked', 'active']);
    expect(await differences()).toEqual([]);
  });

  it('keep a truck inside that came for them', async () => {
    await client.patch('/organization', { release_needs_nomination: true });
    const nomination = await world.nominated(owner, { to: EST });
    const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
    await aVisit(client, { pre_advice_number: advice_number });
    await container({ bill_of_ladings: [] });
    expect(await world.statusOf(nomination)).toBe('revoked');
    expect(codeOf(await gateOut(client, 'EST-1'))).toEqual([
      400,
      'nomination_missing',
      `Estuary Haulage is not nominated for container ${NUMBER}.`,
    ]);
  });

  it('let fall what was announced because of them, and are shown once on two services', async () => {
    await client.create('/appointment_plans', {
      weekday: 1,
      from: '08:00',
      until: '09:00',
      slot_minutes: 60,
      capacity: 1,
    });
    const slots = async () =>
      (await client.get('/appointment_slots?from=2099-01-05&until=2099-01-06')).body.appointment_slots;
    const first = await world.nominated(owner, { to: FORWARDER });
    const second = await world.passedOn({ ...CONTAINER, from: FORWARDER, to: EST });
    const haulier = await limitedTo(client, EST);
    const [{ starts_at }] = await slots();
    const { body } = await haulier.post('/appointments', {
      truck: 'EST-1',
      starts_at,
      purposes: [pickUp(NUMBER)],
    });
    expect(await slots()).toMatchObject([{ booked: 1, available: 0 }]);
    await container({ bill_of_ladings: [] });
    const beside = await Service.on(service.current.database);
    try {
      const there = beside.app.get(NominationExpiryService);
      await Promise.all([noticed(), there.noticeAll(), noticed(), there.noticeAll()]);
    } finally {
      await beside.app.close();
    }
    expect((await world.told('revoked')).sort()).toEqual([first.number, second.number].sort());
    expect(await world.told('revoked', haulier)).toEqual([second.number]);
    expect((await client.get(`/appointments/${body.appointment.number}`)).body.appointment).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Nomination revoked.',
    });
    expect(await slots()).toMatchObject([{ booked: 0, available: 1 }]);
    expect((await haulier.get(`/containers/${NUMBER}`)).status).toBe(404);
    expect(await differences()).toEqual([]);
  });

  it('do not outlast a sale at once', async () => {
    await container({ consignee: OWNER.key, bill_of_ladings: [] });
    const [given, sold] = await atOnce(service.current, [
      () => owner.post('/nominations', { ...CONTAINER, to: EST }),
      () => client.patch(`/containers/${NUMBER}`, { consignee: BUYER.key }),
    ]);
    expect(sold.status).toBe(200);
    expect([201, 422]).toContain(given.status);
    expect(await world.interests()).toEqual([]);
    expect((await client.get('/nominations?status=active')).body.nominations).toEqual([]);
  });
});
