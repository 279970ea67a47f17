import { NoticingNominationsService } from '../../src/gate/nominations/noticing-nominations.service';
import { aBill, aBooking, keyOf } from '../factories/cargo';
import { aContainerInYard, anAppointment, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { stayParties } from '../factories/interests';
import {
  aConsignee,
  aFreightForwarder,
  aShippingLine,
  aTruck,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import type { Body } from '../factories/record';
import type { Answer, Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const OTHER = 'WHAU4119542';

const haulier = (key: string) => ({ type: 'trucking_company' as const, key });
const OWNER = { type: 'consignee' as const, key: 'Lowland Fresh' };
const FORWARDER = { type: 'freight_forwarder' as const, key: 'Delta Forwarding' };
const LINE = { type: 'shipping_line' as const, key: 'WHA' };
const [EST, FRG] = [haulier('EST'), haulier('FRG')];

describe('nominations', () => {
  const service = useService();
  let client: Client;
  let owner: Client;
  let bill: Body;
  const codeOf = ({ status, body }: Answer) => [status, body.code, body.error];
  const nominated = async (by: Client, body: object): Promise<Body> => {
    const answer = await by.post('/nominations', { container: NUMBER, ...body });
    expect(codeOf(answer)).toEqual([201, undefined, undefined]);
    return answer.body.nomination;
  };
  const passedOn = (body: object) => nominated(client, body);
  const statusOf = async ({ number }: Body) =>
    (await client.get(`/nominations/${number}`)).body.nomination.status;
  const revoke = (by: Client, { number }: Body) =>
    by.post(`/nominations/${number}/revoke`, { reason: 'Another comes' });
  const told = async (type: string) => {
    await allPublished(client);
    const events: Body[] = await new Follower(client, `types[]=nomination.${type}`).read();
    return events.map(({ data }) => data.number as string);
  };
  /** Who has an interest in a stay of the container because of a nomination. */
  const interests = async (number = NUMBER) =>
    (await stayParties(client)).filter((line) => line.startsWith(number) && line.includes('nominated'));

  beforeEach(async () => {
    client = await service.current.organization();
    await aConsignee(client, { name: OWNER.key });
    await aConsignee(client, { name: 'Highland Dry' });
    await aFreightForwarder(client, { name: FORWARDER.key });
    await aShippingLine(client, { code: LINE.key });
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckingCompany(client, { code: 'FRG', name: 'Other Haulage' });
    await aTruck(client, { license_plate: 'EST-1', trucking_company: 'EST' });
    await aTruck(client, { license_plate: 'FRG-1', trucking_company: 'FRG' });
    bill = await aBill(client, 'M-1', {}, { consignee: OWNER.key });
    for (const number of [NUMBER, OTHER])
      await aContainerInYard(client, {
        number,
        container_status: 'full',
        usage: 'import',
        shipping_line: LINE.key,
        bill_of_ladings: number === NUMBER ? [keyOf(bill)] : [],
      });
    owner = await limitedTo(client, OWNER);
  });

  it('are given by the consignee of a bill, and told to giver and taker', async () => {
    const nomination = await nominated(owner, { to: EST, reference: 'Monday' });
    expect(nomination).toMatchObject({
      number: expect.stringMatching(/^NM\d{8}$/) as string,
      container: { number: NUMBER },
      bill_of_lading: null,
      booking: null,
      from: { ...OWNER, name: OWNER.key },
      to: { ...EST, name: 'Estuary Haulage' },
      parent: null,
      reference: 'Monday',
      status: 'active',
      created_by: null,
    });
    const taker = await limitedTo(client, EST);
    const stranger = await limitedTo(client, FRG);
    const numbers = async (by: Client, query = '') =>
      (await by.get(`/nominations${query}`)).body.nominations.map(({ number }: Body) => number);
    expect(await numbers(taker)).toEqual([nomination.number]);
    expect(await numbers(taker, `?container_number=${NUMBER}&status=active&to=trucking_company:EST`)).toEqual(
      [nomination.number],
    );
    expect(await numbers(client, '?to=trucking_company:FRG')).toEqual([]);
    expect(await numbers(client, `?bill_of_lading_number=${bill.number}`)).toEqual([]);
    expect(await numbers(client, '?status=revoked')).toEqual([]);
    expect(await numbers(stranger)).toEqual([]);
    expect((await stranger.get(`/nominations/${nomination.number}`)).status).toBe(404);
    expect((await taker.get(`/nominations/${nomination.number}`)).body.nomination).toMatchObject({
      from: { key: OWNER.key },
    });
    expect(await interests()).toEqual([
      `${NUMBER} 1: trucking_company:EST, carrier by nominated_haulier, shown`,
    ]);
    expect((await taker.get(`/containers/${NUMBER}`)).status).toBe(200);
    expect((await stranger.get(`/containers/${NUMBER}`)).status).toBe(404);
    expect(await told('created')).toEqual([nomination.number]);
  });

  it('are passed on down a chain, whose last may collect and whose others see', async () => {
    const first = await nominated(owner, { to: FORWARDER });
    const forwarder = await limitedTo(client, FORWARDER);
    expect((await forwarder.get(`/containers/${NUMBER}`)).body.container.consignee).toBeNull();
    const second = await nominated(forwarder, { to: EST });
    expect(await statusOf(first)).toBe('passed_on');
    expect((await client.get(`/nominations/${second.number}`)).body.nomination.parent).toMatchObject({
      number: first.number,
    });
    expect(await interests()).toEqual([
      `${NUMBER} 1: freight_forwarder:Delta Forwarding, owner by nominated_forwarder, shown`,
      `${NUMBER} 1: trucking_company:EST, carrier by nominated_haulier, shown`,
    ]);
    const seen = async (by: Client) =>
      (await by.get('/nominations')).body.nominations.map(({ number }: Body) => number);
    expect(await seen(owner)).toEqual([first.number, second.number]);
    expect(await seen(await limitedTo(client, EST))).toEqual([second.number]);
    expect(await told('passed_on')).toEqual([first.number]);
    const is = async (by: Client) => (await by.get(`/containers/${NUMBER}/availability`)).body.nominated;
    expect(await Promise.all([owner, forwarder, await limitedTo(client, EST)].map(is))).toEqual([
      true,
      true,
      true,
    ]);
    expect((await client.get(`/containers/${NUMBER}/availability`)).body).not.toHaveProperty('nominated');
  });

  it('are refused to whoever has no right, as what never was', async () => {
    for (const container of [OTHER, 'WHAU9999990'])
      expect(codeOf(await owner.post('/nominations', { container, to: EST }))).toEqual([
        422,
        'nomination_not_yours',
        `Container '${container}' is unknown.`,
      ]);
    const other = await aBill(client, 'M-2', {}, { consignee: 'Highland Dry' });
    expect(codeOf(await owner.post('/nominations', { bill_of_lading: keyOf(other), to: EST }))).toEqual([
      422,
      'nomination_not_yours',
      `Bill of lading '${other.number}' is unknown.`,
    ]);
    expect(codeOf(await client.post('/nominations', { container: OTHER, from: OWNER, to: EST }))).toEqual([
      422,
      'nomination_not_yours',
      `Lowland Fresh has no right to collect container '${OTHER}'.`,
    ]);
    expect(
      codeOf(await client.post('/nominations', { container: 'WHAU9999990', from: OWNER, to: EST })),
    ).toEqual([422, 'unknown_reference', "Container 'WHAU9999990' is unknown."]);
    expect(codeOf(await owner.post('/nominations', { container: NUMBER, from: LINE, to: EST }))).toEqual([
      422,
      'unknown_reference',
      "Party 'shipping_line:WHA' is unknown.",
    ]);
    const both = await limitedTo(client, OWNER, EST);
    expect(codeOf(await both.post('/nominations', { container: NUMBER, to: FRG }))).toEqual([
      422,
      'party_ambiguous',
      'Say for which of your parties: from.',
    ]);
    expect((await both.post('/nominations', { container: NUMBER, from: OWNER, to: FRG })).status).toBe(201);
  });

  it.each<[object, string]>([
    [{ to: EST }, 'container'],
    [{ to: EST, container: NUMBER, booking: 'B' }, 'container'],
    [{ container: NUMBER }, 'to'],
    [{ container: NUMBER, to: OWNER }, 'to.type'],
    [{ container: NUMBER, to: EST, valid_until: '2020-01-01' }, 'valid_until'],
  ])('are refused when malformed: %j', async (body, field) => {
    const answer = await client.post('/nominations', { from: OWNER, ...body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('need a giver from the terminal', async () => {
    const answer = await client.post('/nominations', { container: NUMBER, to: EST });
    expect([answer.status, answer.body.errors]).toEqual([422, { from: ['is required'] }]);
  });

  it('stand once for each giver; the line gives apart', async () => {
    const first = await nominated(owner, { to: EST });
    expect(codeOf(await owner.post('/nominations', { container: NUMBER, to: FRG }))).toEqual([
      409,
      'nomination_stands',
      `Container ${NUMBER} is passed on to Estuary Haulage: revoke that first.`,
    ]);
    await passedOn({ from: LINE, to: FRG });
    await revoke(owner, first);
    await nominated(owner, { to: FRG });
  });

  it('are given once by requests at once, and passed on once', async () => {
    const give = (by: Client, to: object) => () => by.post('/nominations', { container: NUMBER, to });
    const given = await atOnce(service.current, [give(owner, EST), give(owner, FRG)]);
    expect(given.map(({ status }) => status).sort()).toEqual([201, 409]);
    await passedOn({ from: LINE, to: FORWARDER });
    const forwarder = await limitedTo(client, FORWARDER);
    const passed = await atOnce(service.current, [give(forwarder, EST), give(forwarder, FRG)]);
    expect(passed.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(passed.find(({ status }) => status === 409)!.body.code).toBe('nomination_stands');
  });

  it('make no circle, and five links at most', async () => {
    await nominated(owner, { to: EST });
    await passedOn({ from: EST, to: FORWARDER });
    expect(
      codeOf(await client.post('/nominations', { container: NUMBER, from: FORWARDER, to: EST })),
    ).toEqual([422, 'nomination_circle', 'Estuary Haulage is in this chain already.']);
    let from: object = FORWARDER;
    for (const code of ['A1', 'A2', 'A3']) {
      await aTruckingCompany(client, { code, name: `Haulier ${code}` });
      await passedOn({ from, to: haulier(code) });
      from = haulier(code);
    }
    expect(codeOf(await client.post('/nominations', { container: NUMBER, from, to: FRG }))).toEqual([
      422,
      'nomination_too_long',
      'A right is passed on five times at most.',
    ]);
  });

  it('fall with all behind them when they are revoked, and the giver holds again', async () => {
    const first = await nominated(owner, { to: FORWARDER });
    const second = await passedOn({ from: FORWARDER, to: FRG });
    const third = await passedOn({ from: FRG, to: EST });
    const middle = await limitedTo(client, FRG);
    expect(codeOf(await revoke(middle, second))).toEqual([
      422,
      'nomination_not_yours',
      `Nomination ${second.number} was given by others.`,
    ]);
    expect((await revoke(middle, first)).status).toBe(404);
    const { body } = await revoke(owner, second);
    expect(body.nomination).toMatchObject({ status: 'revoked', revoke_reason: 'Another comes' });
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(['active', 'revoked', 'revoked']);
    expect(await interests()).toEqual([
      `${NUMBER} 1: freight_forwarder:Delta Forwarding, owner by nominated_forwarder, shown`,
    ]);
    expect(codeOf(await revoke(owner, third))).toEqual([
      409,
      'nomination_over',
      `Nomination ${third.number} is revoked.`,
    ]);
    expect((await told('revoked')).sort()).toEqual([second.number, third.number].sort());
    expect((await client.post('/nominations/NM0/revoke', { reason: 'x' })).status).toBe(404);
    expect((await client.post(`/nominations/${first.number}/revoke`, {})).status).toBe(422);
  });

  it('for a bill count for its containers, also those put on later; for a booking likewise', async () => {
    const booking = await aBooking(client, { shipping_line: LINE.key });
    const post = (body: object) => client.post('/nominations', body);
    expect((await post({ bill_of_lading: keyOf(bill), from: OWNER, to: FORWARDER })).status).toBe(201);
    expect((await post({ booking: booking.number, from: LINE, to: EST })).status).toBe(201);
    const forwarder = await limitedTo(client, FORWARDER);
    expect((await forwarder.get(`/bill_of_ladings?number=${bill.number}`)).body.bill_of_ladings).toHaveLength(
      1,
    );
    expect(await interests()).toHaveLength(1);
    expect(await interests(OTHER)).toEqual([]);
    await client.patch(`/containers/${OTHER}`, { bill_of_ladings: [keyOf(bill)], booking: booking.number });
    expect(await interests(OTHER)).toEqual([
      `${OTHER} 1: freight_forwarder:Delta Forwarding, owner by nominated_forwarder, shown`,
      `${OTHER} 1: trucking_company:EST, carrier by nominated_haulier, shown`,
    ]);
    await client.patch(`/containers/${OTHER}`, { bill_of_ladings: [], booking: null });
    expect(await interests(OTHER)).toEqual([]);
  });

  describe('where release needs them', () => {
    beforeEach(() => client.patch('/organization', { release_needs_nomination: true }));

    it('let the last of the chain in, and nobody else', async () => {
      const come = async (truck: string) => {
        const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(NUMBER)] });
        return client.post('/truck_visits', {
          ...(await gateFor()),
          pre_advice_number: advice_number,
        });
      };
      expect(codeOf(await come('EST-1'))).toEqual([
        422,
        'nomination_missing',
        `Estuary Haulage is not nominated for container ${NUMBER}.`,
      ]);
      await nominated(owner, { to: EST });
      expect(codeOf(await come('FRG-1'))).toEqual([
        422,
        'nomination_missing',
        `Other Haulage is not nominated for container ${NUMBER}.`,
      ]);
      expect((await come('EST-1')).status).toBe(201);
    });

    it('keep a truck inside whose right is gone, and are used when it leaves with it', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const visit = await aVisit(client, { pre_advice_number: advice_number });
      expect(codeOf(await revoke(owner, nomination))).toEqual([
        409,
        'nomination_in_use',
        'A truck is inside for it.',
      ]);
      await service.current.query(
        `UPDATE nominations SET to_party_id = (
           SELECT p.id FROM parties p JOIN trucking_companies c ON c.organization_id = p.organization_id
             AND c.id = p.trucking_company_id WHERE p.organization_id = $1 AND c.code = 'FRG') WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect(codeOf(await gateOut(client, 'EST-1'))).toEqual([
        400,
        'nomination_missing',
        `Estuary Haulage is not nominated for container ${NUMBER}.`,
      ]);
      const { body } = await client.get(`/truck_visits/${visit.id}/obstacles`);
      expect([body.may_leave, body.reasons.map(({ code }: Body) => code)]).toEqual([
        false,
        ['nomination_missing'],
      ]);
      await service.current.query(
        `UPDATE nominations SET to_party_id = (
           SELECT p.id FROM parties p JOIN trucking_companies c ON c.organization_id = p.organization_id
             AND c.id = p.trucking_company_id WHERE p.organization_id = $1 AND c.code = 'EST') WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect((await gateOut(client, 'EST-1')).status).toBe(200);
      expect(await statusOf(nomination)).toBe('used');
      expect(codeOf(await revoke(owner, nomination))).toEqual([
        409,
        'nomination_over',
        `Nomination ${nomination.number} is used.`,
      ]);
      const noticing = service.current.app.get(NoticingNominationsService);
      await Promise.all([noticing.noticeAll(), noticing.noticeAll()]);
      expect(await told('used')).toEqual([nomination.number]);
      // whoever collected it keeps its interest
      expect(await interests()).toHaveLength(1);
      const [interchange] = (await client.get(`/truck_visits/${visit.id}/interchanges`)).body.interchanges;
      const path = `/truck_visits/${visit.id}/interchanges/${interchange.id}/reverse`;
      expect((await client.post(path, { reason: 'Wrong truck' })).status).toBe(200);
      expect(await statusOf(nomination)).toBe('active');
      expect(await interests()).toHaveLength(1);
    });

    it('are revoked or used when both happen at once, and the other is told', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const gate = await gateFor();
      const [came, revoked] = await atOnce(service.current, [
        () => client.post('/truck_visits', { ...gate, pre_advice_number: advice_number }),
        () => revoke(owner, nomination),
      ]);
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([came.status, revoked.status]);
      expect([came.body.code, revoked.body.code]).toContain(
        came.status === 201 ? 'nomination_in_use' : 'nomination_missing',
      );
    });
  });

  /** A gate for a gate-in. */
  async function gateFor() {
    const name = `In ${Math.random()}`;
    await client.create('/gates', { name });
    return { gate: name };
  }

  it('end with the stay', async () => {
    const first = await nominated(owner, { to: FORWARDER });
    const second = await passedOn({ from: FORWARDER, to: EST });
    const before = await interests();
    await client.patch(`/containers/${NUMBER}`, { current_location_type: 'Other' });
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['ended', 'ended']);
    expect(await interests()).toEqual(before);
    expect(codeOf(await owner.post('/nominations', { container: NUMBER, to: EST }))).toEqual([
      422,
      'nomination_not_yours',
      `Container '${NUMBER}' is unknown.`,
    ]);
  });

  it('expire once, with all behind them, at the earlier of two ends', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const late = new Date(Date.now() + 7_200_000).toISOString();
    const first = await nominated(owner, { to: FORWARDER, valid_until: soon });
    const second = await passedOn({ from: FORWARDER, to: EST, valid_until: late });
    expect(second.valid_until).toBe(soon);
    const noticing = service.current.app.get(NoticingNominationsService);
    await noticing.noticeAll();
    expect(await statusOf(second)).toBe('active');
    await service.current.query(`UPDATE nominations SET valid_until = now() WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    await Promise.all([noticing.noticeAll(), noticing.noticeAll()]);
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['expired', 'expired']);
    expect((await told('expired')).sort()).toEqual([first.number, second.number].sort());
    expect(await interests()).toEqual([]);
  });

  describe('of hauliers that announce', () => {
    const announced = (by: Client, list = 'appointments', purposes = [pickUp(NUMBER)]) =>
      by.post(`/${list}`, { truck: 'EST-1', purposes });

    it('let them name the container, which a bill does not', async () => {
      const est = await limitedTo(client, EST);
      const purposes = [pickUp(NUMBER, { bill_of_lading: bill.number })];
      for (const list of ['appointments', 'pre_advices'])
        expect(codeOf(await announced(est, list, purposes))).toEqual([
          422,
          'pick_up_not_allowed',
          `Container '${NUMBER}' cannot be collected with what you named.`,
        ]);
      const nomination = await nominated(owner, { to: FORWARDER });
      await passedOn({ from: FORWARDER, to: EST });
      expect((await announced(est, 'pre_advices')).status).toBe(201);
      await revoke(owner, nomination);
      expect((await announced(est)).status).toBe(422);
      expect(await interests()).toEqual([]);
      expect((await stayParties(client)).filter((line) => line.includes('announcement'))).toEqual([]);
    });

    it('that fall cancel appointments that were for it alone', async () => {
      const est = await limitedTo(client, EST);
      const nomination = await nominated(owner, { to: EST });
      const alone = (await announced(est)).body.appointment.number;
      await client.post(`/appointments/${alone}/cancel`, { reason: 'again' });
      const again = (await announced(est)).body.appointment.number;
      const other = await anAppointment(client, { truck: 'FRG-1', purposes: [pickUp(OTHER)] });
      await revoke(owner, nomination);
      const shown = async (number: string) => (await client.get(`/appointments/${number}`)).body.appointment;
      expect(await shown(again)).toMatchObject({ status: 'cancelled', cancel_reason: 'Nomination revoked.' });
      expect(await shown(other.number as string)).toMatchObject({ status: 'booked' });
      expect(await stayParties(client)).not.toContainEqual(expect.stringContaining('EST'));
    });
  });
});
