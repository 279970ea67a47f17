import type { PartyInput } from '../../../src/common/party-wall/party-reference';
import { buildDocument } from '../../../src/document/document';
import { aBill, aBooking, aManifest, keyOf } from '../../factories/cargo';
import { aContainerInYard } from '../../factories/gate';
import {
  aConsignee,
  aFreightForwarder,
  aShippingLine,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
  limitedTo,
} from '../../factories/parties';
import type { Answer, Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { sentStatements } from '../../setup/statements';
import { isText, Looks } from './canary-looks';
import { randomOf, World } from './canary-world';

type Verb = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Bodies with which a write gets as far as its record. */
const BODIES: Record<string, object> = {
  'PATCH /pre_advices/{advice_number}': { comments: 'Mine' },
  'PATCH /appointments/{id}': { comment: 'Mine' },
  'POST /appointments/{id}/cancel': { cancel_reason: 'Mine' },
  'PATCH /trucks/{truck_license_number}': { truck: { make: 'Mine' } },
  'PATCH /truck_drivers/{id}': { firstname: 'Mine' },
  'POST /nominations/{number}/revoke': { reason: 'Mine' },
};

/** Headers that differ between any two answers, or with the length of a name. */
const OWN_HEADERS = ['date', 'x-request-id', 'content-length', 'etag'];

/** What is sent for the token and not for the request: it is looked up again after a second. */
const OF_TOKENS = /\btokens k\b|^UPDATE tokens\b/;

/** When something is true that an answer tells. */
const MOMENT = /"as_of":"[^"]*"/g;

const SEED = Number(process.env.CANARY_SEED ?? 3);

describe('what is of others', () => {
  const service = useService();
  let world: World;
  beforeAll(async () => {
    world = new World(await service.current.organization({ party_pick_up: 'reference' }), randomOf(SEED));
    await world.people();
    await world.cargo();
    while ((await world.client.get('/nominations')).body.nominations.length < 4)
      await world.steps.nominated!();
    for (let step = 0; step < 50; step++) await world.step();
  }, 120_000);

  const limited = (...parties: PartyInput[]) => limitedTo(world.client, ...parties);

  /** An answer with the statements that were sent for it, and without the name that was requested. */
  async function requested(of: Client, verb: Verb, path: string, names: string[], body?: object) {
    let answer: Answer | undefined;
    const statements = await sentStatements(async () => (answer = await of.send(verb, path, body)));
    const headers = Object.entries(answer!.headers).filter(([header]) => !OWN_HEADERS.includes(header));
    let text = JSON.stringify(answer!.body);
    for (const name of names) text = text.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'), '…');
    const stated = JSON.stringify([answer!.status, headers.sort()]) + text;
    return {
      status: answer!.status,
      said: stated,
      sent: statements.map((each) => each.text).filter((each) => !OF_TOKENS.test(each)),
    };
  }

  /** A name of the same form that no record ever had. */
  const never = (name: string) => (/^\d+$/.test(name) ? '987654321' : name.replace(/\d{5}$/, '99999'));

  /** The operations with a record in their path, open to one of the kinds of parties. */
  function operations(): { verb: Verb; path: string }[] {
    const { paths } = buildDocument(service.current.app);
    return Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs as Record<string, { security?: object[] }>).flatMap(([verb, { security }]) =>
        !security && path.includes('{')
          ? [{ verb: verb.toUpperCase() as Verb, path: path.replace('/api/v1', '') }]
          : [],
      ),
    );
  }

  it(`is answered as what never was, by every operation that is open (seed ${SEED})`, async () => {
    const ofMany = [
      await limited({ type: 'consignee', key: world.consignees[0]!.name }),
      await limited({ type: 'shipping_line', key: world.lines[3]!.code }),
      await limited({ type: 'trucking_company', key: world.companies[1]!.code }),
    ];
    const looks = new Looks(world, []);
    const shown: string[] = [];
    const compared = new Set<string>();
    for (const { verb, path } of operations()) {
      const isClosed = async (of: Client) =>
        (await of.send(verb, path.replace(/\{\w+\}/g, '987654321'))).body?.code === 'not_for_parties';
      const open: Client[] = [];
      for (const of of ofMany) if (!(await isClosed(of))) open.push(of);
      if (!open.length) continue;
      for (const concrete of world.sample(await looks.pathsOf({ path }), 3))
        for (const of of open) {
          const body = verb === 'GET' ? undefined : (BODIES[`${verb} ${path}`] ?? {});
          const segments = concrete.split('/');
          const places = path.split('/').flatMap((segment, at) => (segment.includes('{') ? at : []));
          // whether the record that it is a part of is of others as well
          const whole = segments.slice(0, places.length > 1 ? places.at(-1)! : places[0]! + 1).join('/');
          const isOfOthers = (await of.get(whole)).status === 404;
          const at = isOfOthers ? places[0]! : places.at(-1)!;
          const other = segments.map((each, nth) => (nth === at ? never(each) : each)).join('/');
          const { status } = await of.send('GET', concrete);
          const namesOf = (each: string) => places.map((place) => each.split('/')[place]!);
          if (verb === 'GET' ? status !== 404 : !isOfOthers) continue;
          // what is prepared at the first time is prepared now
          await requested(of, verb, other, namesOf(other), body);
          const theirs = await requested(of, verb, concrete, namesOf(concrete), body);
          const none = await requested(of, verb, other, namesOf(other), body);
          compared.add(`${verb} ${path}`);
          if (theirs.said !== none.said) shown.push(`${verb} ${concrete}: ${theirs.said} and ${none.said}`);
          if (theirs.sent.join('\n') !== none.sent.join('\n'))
            shown.push(`${verb} ${concrete}: ${theirs.sent.length} and ${none.sent.length} statements`);
          if (theirs.status < 400) shown.push(`${verb} ${concrete}: ${theirs.status}`);
        }
    }
    expect(shown).toEqual([]);
    expect([...compared].filter((each) => !each.startsWith('GET')).length).toBeGreaterThan(3);
    expect(compared.size).toBeGreaterThan(30);
  }, 240_000);

  it('is unknown in filters, as what never was', async () => {
    const { client, consignees, lines, companies, marks } = world;
    const parties: PartyInput[] = [
      { type: 'consignee', key: consignees[0]!.name },
      { type: 'shipping_line', key: lines[3]!.code },
      { type: 'trucking_company', key: companies[1]!.code },
    ];
    // what is theirs for sure, by what filters name it
    const shipping_line = await aShippingLine(client, { code: marks.next('line') });
    const consignee = await aConsignee(client, { name: marks.next('consignee') });
    const company = await aTruckingCompany(client, { code: marks.next('company') });
    const forwarder = await aFreightForwarder(client, { name: marks.next('forwarder') });
    const manifest = await aManifest(client, {
      shipping_line: shipping_line.code,
      manifest: { client_identifier: marks.next('manifest') },
    });
    const bill = await aBill(
      client,
      manifest as { client_identifier: string },
      { number: marks.next('bill') },
      { consignee: consignee.name },
    );
    const booking = await aBooking(client, {
      number: marks.next('booking'),
      shipping_line: shipping_line.code,
    });
    const number = marks.container();
    await aContainerInYard(client, {
      number,
      shipping_line: shipping_line.code,
      consignee: consignee.name,
      booking: booking.number,
      bill_of_ladings: [keyOf(bill)],
    });
    const [license_plate, license_number] = [marks.next('plate'), marks.next('license')];
    await aTruck(client, { license_plate, trucking_company: company.code });
    await aTruckDriver(client, { license_number, trucking_company: company.code });
    const named: [filter: RegExp, name: string][] = [
      [/container/, number],
      [/bill/, bill.number],
      [/manifest/, manifest.client_identifier],
      [/booking/, booking.number],
      [/shipping_line/, shipping_line.code],
      [/consignee|customer/, consignee.name],
      [/forwarder/, forwarder.name],
      [/company/, company.code],
      [/truck$|plate/, license_plate],
      [/driver|license/, license_number],
    ];
    const shown: string[] = [];
    const compared = new Set<string>();
    for (const party of parties) {
      const of = await limited(party);
      const looks = new Looks(world, [{ parties: [], of }]);
      await looks.findOpen();
      for (const { path, parameters } of looks.lists)
        for (const { name: filter, schema } of parameters.filter((each) => each.in === 'query')) {
          const [, name] = named.find(([each]) => each.test(filter)) ?? [];
          if (!name || !isText(schema)) continue;
          const ask = (value: string) => requested(of, 'GET', `${path}?${filter}=${value}`, [value]);
          // what is prepared at the first time is prepared now
          await ask(never(name));
          const [theirs, none] = [await ask(name), await ask(never(name))];
          if (theirs.status === 200) compared.add(`${path} ${filter}`);
          const [stated, other] = [theirs, none].map((each) => each.said.replaceAll(MOMENT, ''));
          if (stated !== other || theirs.sent.length !== none.sent.length)
            shown.push(`${party.type}: ${path}?${filter}=${name}: ${stated} and ${other}`);
        }
    }
    expect(shown).toEqual([]);
    expect(compared.size).toBeGreaterThan(20);
  }, 120_000);

  it('is unknown in bodies, as what never was', async () => {
    const [own, others] = [world.companies[1]!, world.companies[2]!];
    const of = await limited({ type: 'trucking_company', key: own.code });
    const mine = await aTruck(world.client, { trucking_company: own.code });
    const ownDriver = await aTruckDriver(world.client, { trucking_company: own.code });
    const plate = world.marks.next('plate');
    const license_number = world.marks.next('license');
    const truck = await aTruck(world.client, { license_plate: plate, trucking_company: others.code });
    const driver = await aTruckDriver(world.client, { license_number, trucking_company: others.code });
    const [ownConsignee, ...consignees] = world.consignees;
    const owner = await limited({ type: 'consignee', key: ownConsignee!.name });
    const taker = { type: 'trucking_company', key: own.code };
    // what is theirs for sure: of a line and a consignee that the token is not limited to
    const bookingOfOthers = await aBooking(world.client, {
      number: world.marks.next('booking'),
      shipping_line: world.lines[0]!.code,
    });
    const billOfOthers = await aBill(
      world.client,
      world.manifests[0] as { client_identifier: string },
      { number: world.marks.next('bill') },
      { consignee: consignees[0]!.name },
    );
    const containerOfOthers = world.marks.container();
    await aContainerInYard(world.client, {
      number: containerOfOthers,
      consignee: consignees[0]!.name,
      booking: bookingOfOthers.number,
      bill_of_ladings: [keyOf(billOfOthers)],
    });
    const pickUp = (container_number: string) => [
      {
        purpose_type: 'pick up',
        cargo: { cargo_type: 'container', container_status: 'full', container_number },
      },
    ];
    const writes: [Verb, string, (name: string) => object, string | number, Client?][] = [
      ['POST', '/nominations', (container) => ({ container, to: taker }), containerOfOthers, owner],
      ['POST', '/nominations', (booking) => ({ booking, to: taker }), bookingOfOthers.number, owner],
      [
        'POST',
        '/nominations',
        (number) => ({
          bill_of_lading: { manifest: billOfOthers.manifest.client_identifier, number },
          to: taker,
        }),
        billOfOthers.number,
        owner,
      ],
      [
        'POST',
        '/nominations',
        (key) => ({ container: containerOfOthers, from: { type: 'consignee', key }, to: taker }),
        consignees[0]!.name,
        owner,
      ],
      [
        'POST',
        '/nominations',
        (key) => ({ container: containerOfOthers, to: { type: 'trucking_company', key } }),
        others.code,
        owner,
      ],
      ['POST', '/pre_advices', (name) => ({ truck: name }), plate],
      ['POST', '/pre_advices', (name) => ({ truck: mine.license_plate, truck_driver: name }), license_number],
      [
        'POST',
        '/pre_advices',
        (id) => ({ truck: mine.license_plate, truck_driver_id: Number(id) }),
        driver.id,
      ],
      [
        'POST',
        '/pre_advices',
        (name) => ({ truck: mine.license_plate, trucking_company: name }),
        others.code,
      ],
      [
        'POST',
        '/pre_advices',
        (number) => ({ truck: mine.license_plate, purposes: pickUp(number) }),
        containerOfOthers,
      ],
      ['POST', '/appointments', (name) => ({ truck: name }), plate],
      ['POST', '/appointments', (id) => ({ truck_id: Number(id) }), truck.id],
      [
        'POST',
        '/appointments',
        (name) => ({ truck: mine.license_plate, truck_driver: name }),
        license_number,
      ],
      [
        'POST',
        '/appointments',
        (id) => ({ truck: mine.license_plate, truck_driver_id: Number(id) }),
        driver.id,
      ],
      [
        'POST',
        '/appointments',
        (name) => ({ truck: mine.license_plate, trucking_company: name }),
        others.code,
      ],
      [
        'PATCH',
        `/trucks/${mine.license_plate}`,
        (name) => ({ truck: { truck_driver_license_number: name } }),
        license_number,
      ],
      [
        'POST',
        '/truck_drivers',
        (name) => ({ license_number: world.marks.next('new'), trucking_company: name }),
        others.code,
      ],
      ['PATCH', `/truck_drivers/${ownDriver.id}`, (name) => ({ trucking_company: name }), others.code],
    ];
    for (const [verb, path, body, named, by = of] of writes) {
      const name = String(named);
      await service.current.query('DELETE FROM party_guesses');
      const ask = (value: string) => requested(by, verb, path, [value], body(value));
      await ask(never(name));
      const [theirs, none] = [await ask(name), await ask(never(name))];
      const what = `${verb} ${path} ${JSON.stringify(body(name))}`;
      expect([what, theirs.said, theirs.sent.length]).toEqual([what, none.said, none.sent.length]);
      expect([what, theirs.status]).toEqual([what, expect.any(Number)]);
      expect(theirs.status).toBeGreaterThanOrEqual(400);
    }
  });
});
