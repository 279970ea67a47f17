import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { aBill, aBooking, aDeliveryOrder, aDockReceipt, aPackingListItem, keyOf } from '../factories/cargo';
import { aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import {
  codeOf,
  EST,
  FORWARDER,
  FRG,
  haulier,
  LINE,
  NominationWorld,
  NUMBER,
  OTHER,
  OWNER,
} from '../factories/nominations';
import { aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { atOnce } from '../setup/meanwhile';
import { Service, useService } from '../setup/service';

describe('nominations', () => {
  const service = useService();
  let client: Client;
  let owner: Client;
  let bill: Body;
  let world: NominationWorld;
  const nominated = (by: Client, body: object) => world.nominated(by, body);
  const passedOn = (body: object) => world.passedOn(body);
  const statusOf = (nomination: Body) => world.statusOf(nomination);
  const revoke = (by: Client, nomination: Body) => world.revoke(by, nomination);
  const received = (type: string, by?: Client) => world.told(type, by);
  const interests = (number?: string) => world.interests(number);

  beforeEach(async () => {
    world = await NominationWorld.of(service.current);
    ({ client, owner, bill } = world);
  });

  it('are given by the consignee of a bill, and shown to giver and taker', async () => {
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
    expect(await received('created')).toEqual([nomination.number]);
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
    const est = await limitedTo(client, EST);
    expect(await seen(est)).toEqual([second.number]);
    const parent = async (by: Client) =>
      (await by.get(`/nominations/${second.number}`)).body.nomination.parent?.number ?? null;
    expect(await Promise.all([client, owner, forwarder, est].map(parent))).toEqual([
      first.number,
      first.number,
      first.number,
      null,
    ]);
    expect(await received('passed_on')).toEqual([first.number]);
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

  it('end more than a minute ahead, and say so', async () => {
    const valid_until = new Date(Date.now() + 30_000).toISOString();
    const { status, body } = await client.post('/nominations', {
      from: OWNER,
      to: EST,
      container: NUMBER,
      valid_until,
    });
    expect([status, body.errors]).toEqual([422, { valid_until: ['must be more than a minute ahead'] }]);
  });

  it('warn the terminal of a second chain for a container, and nobody else', async () => {
    const first = await nominated(owner, { to: FORWARDER });
    await passedOn({ from: FORWARDER, to: EST });
    const line = await limitedTo(client, LINE);
    // the line is not shown; to the terminal an event tells it
    const second = await line.post('/nominations', { container: NUMBER, to: FRG });
    expect([second.status, second.body.warnings]).toEqual([201, []]);
    expect(await received('other_nomination')).toEqual([second.body.nomination.number]);
    expect(await received('other_nomination', line)).toEqual([]);
    expect(await received('other_nomination', owner)).toEqual([]);

    await revoke(client, second.body.nomination);
    const { body } = await client.post('/nominations', { container: NUMBER, from: LINE, to: FRG });
    expect(body.warnings).toEqual([
      {
        code: 'other_nomination',
        sentence: `The right to collect container ${NUMBER} was given to Estuary Haulage as well.`,
        params: { container: NUMBER, party: 'Estuary Haulage' },
        container: { id: null, number: NUMBER },
        since: null,
        until: null,
        source: { type: 'nomination', id: expect.any(Number) as number },
        action: null,
      },
    ]);
    const { parent } = (await client.get(`/nominations?container_number=${NUMBER}&to=trucking_company:EST`))
      .body.nominations[0];
    expect(parent.number).toBe(first.number);
  });

  it('warn of a second chain for a container beside one for its bill, and the other way round', async () => {
    const ofBill = () => ({ bill_of_lading: keyOf(bill), from: OWNER, to: EST });
    const ofContainer = () => ({ container: NUMBER, from: LINE, to: FRG });
    for (const [one, other] of [
      [ofBill, ofContainer],
      [ofContainer, ofBill],
    ] as const) {
      const first = await nominated(client, one());
      const { body } = await client.post('/nominations', other());
      expect(body.warnings).toMatchObject([
        { code: 'other_nomination', container: { number: NUMBER }, source: { id: first.id } },
      ]);
      for (const each of [first, body.nomination]) expect((await revoke(client, each)).status).toBe(200);
    }
  });

  it('do not warn of what is passed on, nor of the first chain', async () => {
    const of = async (body: object) => (await client.post('/nominations', body)).body.warnings;
    expect(await of({ container: OTHER, from: LINE, to: FORWARDER })).toEqual([]);
    expect(await of({ container: OTHER, from: FORWARDER, to: EST })).toEqual([]);
    expect(await received('other_nomination')).toEqual([]);
  });

  it('tell whoever has no right neither what is there nor who may take it', async () => {
    const stranger = await limitedTo(client, { type: 'consignee', key: 'Highland Dry' });
    const past = { valid_until: '2020-01-01' };
    const nobody = haulier('NOBODY');
    const known = await aBooking(client, { shipping_line: LINE.key });
    for (const body of [{ to: EST }, { to: nobody }, { to: EST, ...past }, { to: EST, parent: 'NM1' }])
      for (const [named, stated] of [
        [{ container: NUMBER }, `Container '${NUMBER}' is unknown.`],
        [{ container: 'WHAU9999990' }, "Container 'WHAU9999990' is unknown."],
        [{ booking: known.number }, `Booking '${known.number}' is unknown.`],
        [{ booking: 'NONE' }, "Booking 'NONE' is unknown."],
        [{ bill_of_lading: keyOf(bill) }, `Bill of lading '${bill.number}' is unknown.`],
      ] as const)
        expect(codeOf(await stranger.post('/nominations', { ...named, ...body }))).toEqual([
          422,
          'nomination_not_yours',
          stated,
        ]);
  });

  it('are requested again after too many takers that are unknown', async () => {
    const give = (key: string) => owner.post('/nominations', { container: NUMBER, to: haulier(key) });
    for (let guess = 0; guess < 10; guess++)
      expect(codeOf(await give(`GUESS${guess}`)).slice(0, 2)).toEqual([422, 'unknown_reference']);
    expect(codeOf(await give('EST')).slice(0, 2)).toEqual([429, 'too_many_guesses']);
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

  it('tell only whoever has the right whether a taker is known', async () => {
    const give = async (container: string, key: string) =>
      codeOf(await owner.post('/nominations', { container, to: haulier(key) }));
    for (const key of ['EST', 'NOT'])
      expect(await give(OTHER, key)).toEqual([
        422,
        'nomination_not_yours',
        `Container '${OTHER}' is unknown.`,
      ]);
    expect(await give(NUMBER, 'NOT')).toEqual([
      422,
      'unknown_reference',
      "Party 'trucking_company:NOT' is unknown.",
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
    const inLanguage = async (language: string) =>
      (
        await owner.send(
          'POST',
          `/nominations/${third.number}/revoke`,
          { reason: 'x' },
          { 'accept-language': language },
        )
      ).body.error;
    expect(await Promise.all(['nl', 'de', 'fr', 'es'].map(inLanguage))).toEqual([
      `Nominatie ${third.number} is ingetrokken.`,
      `Nominierung ${third.number} ist widerrufen.`,
      `La désignation ${third.number} est révoquée.`,
      `La designación ${third.number} está revocada.`,
    ]);
    expect((await received('revoked')).sort()).toEqual([second.number, third.number].sort());
    expect((await client.post('/nominations/NM0/revoke', { reason: 'x' })).status).toBe(404);
    expect((await client.post(`/nominations/${first.number}/revoke`, {})).status).toBe(422);
  });

  it('are given in events to giver, taker and those above', async () => {
    const bill_of_lading = keyOf(bill);
    const first = await nominated(owner, { bill_of_lading, to: FORWARDER });
    const second = await passedOn({ bill_of_lading, from: FORWARDER, to: EST });
    const [forwarder, est, frg] = await Promise.all([FORWARDER, EST, FRG].map((p) => limitedTo(client, p)));
    await revoke(owner, first);
    const both = [first.number, second.number].sort();
    for (const [by, revoked] of [
      [owner, both],
      [forwarder, both],
      [est, [second.number]],
      [frg, []],
    ] as [Client, unknown[]][])
      expect((await received('revoked', by)).sort()).toEqual(revoked);
    const [event] = (await est!.get('/events?types[]=nomination.revoked')).body.events;
    expect(event.data).toMatchObject({
      bill_of_lading,
      from: FORWARDER,
      to: EST,
      parent: null,
      status: 'revoked',
      revoke_reason: null,
    });
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
    const noticing = service.current.app.get(NominationExpiryService);
    await noticing.noticeAll();
    expect(await statusOf(second)).toBe('active');
    await service.current.query(`UPDATE nominations SET valid_until = now() WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    const beside = await Service.on(service.current.database);
    try {
      const there = beside.app.get(NominationExpiryService);
      await Promise.all([noticing.noticeAll(), there.noticeAll(), noticing.noticeAll(), there.noticeAll()]);
    } finally {
      await beside.app.close();
    }
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['expired', 'expired']);
    expect((await received('expired')).sort()).toEqual([first.number, second.number].sort());
    expect(await interests()).toEqual([]);
  });

  it('do not expire while a truck is inside for them', async () => {
    const nomination = await nominated(owner, { to: EST });
    const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
    await aVisit(client, { pre_advice_number: advice_number });
    await service.current.query(`UPDATE nominations SET valid_until = now() WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    await service.current.app.get(NominationExpiryService).noticeAll();
    expect(await statusOf(nomination)).toBe('active');
    expect((await gateOut(client, 'EST-1')).status).toBe(200);
    expect(await statusOf(nomination)).toBe('used');
  });

  describe('of a bill whose holder gives single containers on', () => {
    let whole: Body;
    let forwarder: Client;
    beforeEach(async () => {
      await client.patch(`/containers/${OTHER}`, { bill_of_ladings: [keyOf(bill)] });
      whole = await nominated(owner, { bill_of_lading: keyOf(bill), to: FORWARDER });
      forwarder = await limitedTo(client, FORWARDER);
    });

    it('stand beside it, and the container goes to its own haulier', async () => {
      const one = await nominated(forwarder, { to: EST });
      const shown = (await forwarder.get(`/nominations/${one.number}`)).body.nomination;
      expect(shown).toMatchObject({ parent: { number: whole.number }, container: { number: NUMBER } });
      expect(await statusOf(whole)).toBe('active');
      expect(await received('passed_on')).toEqual([]);
      await nominated(forwarder, { container: OTHER, to: FRG });
      expect(codeOf(await forwarder.post('/nominations', { container: NUMBER, to: FRG }))).toEqual([
        409,
        'nomination_stands',
        `Container ${NUMBER} is passed on to Estuary Haulage: revoke that first.`,
      ]);
      expect(
        codeOf(await client.post('/nominations', { container: NUMBER, from: EST, to: FORWARDER })),
      ).toEqual([422, 'nomination_circle', 'Delta Forwarding is in this chain already.']);
      const is = async (party: typeof EST, number: string) =>
        (await (await limitedTo(client, party)).get(`/containers/${number}/availability`)).body.nominated;
      expect(await is(EST, NUMBER)).toBe(true);
      expect(await is(FRG, OTHER)).toBe(true);
      expect((await (await limitedTo(client, FRG)).get(`/containers/${NUMBER}`)).status).toBe(404);
    });

    it('fall with it, and leave it as it is when they are revoked', async () => {
      const one = await nominated(forwarder, { to: EST });
      const rest = await nominated(forwarder, { bill_of_lading: keyOf(bill), to: FRG });
      expect(await statusOf(whole)).toBe('passed_on');
      expect((await revoke(forwarder, one)).status).toBe(200);
      expect(await Promise.all([whole, rest].map(statusOf))).toEqual(['passed_on', 'active']);
      expect(codeOf(await forwarder.post('/nominations', { container: NUMBER, to: EST }))).toEqual([
        422,
        'nomination_not_yours',
        `Container '${NUMBER}' is unknown.`,
      ]);
      await revoke(forwarder, rest);
      const again = await nominated(forwarder, { to: EST });
      await revoke(owner, whole);
      expect(await Promise.all([whole, again].map(statusOf))).toEqual(['revoked', 'revoked']);
      expect(await interests()).toEqual([]);
    });

    it('end with their stay, and hold again with it only while the whole does', async () => {
      const one = await nominated(forwarder, { to: EST });
      const behind = await passedOn({ from: EST, to: FRG });
      const two = await nominated(forwarder, { container: OTHER, to: FRG });
      const stays = [NUMBER, OTHER].map((number) => `/containers/${number}`);
      for (const path of stays) await client.patch(path, { current_location_type: 'Other' });
      expect(await Promise.all([one, behind, two, whole].map(statusOf))).toEqual([
        'ended',
        'ended',
        'ended',
        'active',
      ]);
      await revoke(owner, whole);
      await service.current.query(
        `UPDATE container_stays SET status = 'here', out_at = NULL WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect(await Promise.all([one, behind, two].map(statusOf))).toEqual(['ended', 'ended', 'ended']);
    });

    it('are given once by requests at once, of which one gives the whole bill back', async () => {
      const [given, revoked] = await atOnce(service.current, [
        () => forwarder.post('/nominations', { container: NUMBER, to: EST }),
        () => revoke(owner, whole),
      ]);
      expect(revoked.status).toBe(200);
      expect([201, 422]).toContain(given.status);
      expect(await interests()).toEqual([]);
    });
  });

  it('keep the companies that they name', async () => {
    const booking = await aBooking(client, { shipping_line: LINE.key });
    await passedOn({ booking: booking.number, from: LINE, to: EST });
    expect(await client.delete(`/trucking_companies/${EST.key}`)).toMatchObject({ status: 409 });
    const { body } = await client.get('/nominations');
    expect(body.nominations.map(({ status }: Body) => status)).toEqual(['active']);
  });

  it('for a booking let its forwarder and haulier see it, the haulier without goods', async () => {
    const booking = await aBooking(client, { shipping_line: LINE.key, goods: 'Tulip bulbs' });
    const receipt = await aDockReceipt(client, { number: 'DR-1', booking: booking.number });
    await aBooking(client, { shipping_line: LINE.key, goods: 'Others' });
    const first = await passedOn({ booking: booking.number, from: LINE, to: FORWARDER });
    await passedOn({ booking: booking.number, from: FORWARDER, to: EST });
    const [forwarder, est] = await Promise.all([FORWARDER, EST].map((party) => limitedTo(client, party)));
    const line = await limitedTo(client, LINE);
    const goods = async (by: Client) =>
      (await by.get('/bookings')).body.bookings.map((each: Body) => [each.number, each.goods]);
    expect(await goods(forwarder!)).toEqual([[booking.number, 'Tulip bulbs']]);
    expect(await goods(est!)).toEqual([[booking.number, null]]);
    expect(await goods(line)).toHaveLength(2);
    expect(await goods(await limitedTo(client, FRG))).toEqual([]);
    // a token of both sees the goods of what is its own as an owner alone
    expect(await goods(await limitedTo(client, EST, FORWARDER))).toEqual([[booking.number, 'Tulip bulbs']]);
    for (const by of [forwarder!, est!]) {
      expect((await by.get(`/dock_receipts/${receipt.number}`)).status).toBe(200);
      expect((await by.get(`/bookings/${booking.number}`)).status).toBe(200);
    }
    await client.patch(`/bookings/${booking.id}`, { goods: 'Daffodils', quantity: 3 });
    await allPublished(client);
    const stated = async (by: Client) => {
      const events: Body[] = await new Follower(by, 'types[]=booking.updated').read();
      return events.map(({ data }) => [data.quantity, data.goods]);
    };
    expect(await stated(line)).toEqual([[3, 'Daffodils']]);
    expect(await stated(forwarder!)).toEqual([[3, 'Daffodils']]);
    expect(await stated(est!)).toEqual([[3, null]]);
    await revoke(client, first);
    for (const by of [forwarder!, est!]) {
      expect(await goods(by)).toEqual([]);
      expect((await by.get(`/dock_receipts/${receipt.number}`)).status).toBe(404);
    }
  });

  it('for a booking let its forwarder see the dock receipts in the items of a bill that is its own too', async () => {
    const booking = await aBooking(client, { shipping_line: LINE.key });
    const receipt = await aDockReceipt(client, { number: 'DR-1', booking: booking.number });
    const bill_of_lading = keyOf(bill);
    await aPackingListItem(client, { bill_of_lading, dock_receipt: receipt.number });
    await nominated(owner, { bill_of_lading, to: FORWARDER });
    const forwarder = await limitedTo(client, FORWARDER);
    const seen = async (by: Client) =>
      (await by.get('/packing_list_items')).body.packing_list_items[0].dock_receipt?.number ?? null;
    expect(await seen(forwarder)).toBeNull();
    const ofBooking = await passedOn({ booking: booking.number, from: LINE, to: FORWARDER });
    expect(await seen(forwarder)).toBe('DR-1');
    expect(await seen(owner)).toBeNull();
    await revoke(client, ofBooking);
    expect(await seen(forwarder)).toBeNull();
  });

  it('for a bill let its forwarder see its items and delivery orders', async () => {
    const bill_of_lading = keyOf(bill);
    await aPackingListItem(client, { bill_of_lading, reference_number: 'PL-1' });
    await aDeliveryOrder(client, { number: 'DO-1', bill_of_lading });
    const first = await nominated(owner, { bill_of_lading, to: FORWARDER });
    await passedOn({ bill_of_lading, from: FORWARDER, to: EST });
    const [forwarder, est] = await Promise.all([FORWARDER, EST].map((party) => limitedTo(client, party)));
    const lists = ['bill_of_ladings', 'packing_list_items', 'delivery_orders'];
    const counts = (by: Client) =>
      Promise.all(lists.map(async (list) => (await by.get(`/${list}`)).body[list].length));
    expect(await counts(forwarder!)).toEqual([1, 1, 1]);
    expect(await counts(est!)).toEqual([0, 0, 0]);
    await revoke(owner, first);
    expect(await counts(forwarder!)).toEqual([0, 0, 0]);
  });
});
