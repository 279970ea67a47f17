import { OverdueGoodsService } from '../../src/condition/dangerous-goods/overdue-goods.service';
import { aContainer, aDischargeList, aLoadList, aYardSlot, staysOf } from '../factories/cargo';
import { aBlock, aDangerousBox, goodsOf, stateGoods } from '../factories/dangerous-goods';
import { aNewContainer, dropOff } from '../factories/gate';
import { aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import { aTally, broughtBy, count } from '../factories/quay';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import { moveTo } from '../factories/yard';
import type { Answer, Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { atOnce } from '../setup/meanwhile';
import { pagesOf } from '../setup/pdf-text';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

describe('dangerous goods in the yard', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aBlock(client, 'A', ['1', '2', '3', '4'], ['1', '2', '3']);
  });

  const checks = (dangerous_goods_check: string, more: object = {}) =>
    client.as('admin').patch('/organization', { dangerous_goods_check, ...more });
  const said = ({ status, body }: Answer) => [status, body.code, body.error];
  const inSlot = (name: string) => ({ current_location_type: 'YardSlot', current_location: name });
  const inArea = (name: string) => ({ current_location_type: 'YardArea', current_location: name });
  const toArea = (number: string, name: string) =>
    client.post(`/containers/${number}/moves`, { to: { type: 'YardArea', name } });
  const numbersOf = async (query: string) =>
    (await client.get(`/dangerous_goods?${query}`)).body.dangerous_goods
      .map(({ container }: Body) => container.number)
      .sort();
  const eventsOf = async (type: string): Promise<Body[]> => {
    await allPublished(client);
    return (await new Follower(client).read()).filter((event) => event.type === type);
  };

  describe('facts', () => {
    it('are stated whole, shown with stay and container, and taken away by an empty list', async () => {
      const { number } = await aContainer(client, inSlot('A-1-1'));
      const full = {
        un_number: '1789',
        proper_shipping_name: 'HYDROCHLORIC ACID',
        imdg_class: '8',
        subsidiary_classes: ['6.1'],
        packing_group: 'II',
        flashpoint_celsius: -4.5,
        marine_pollutant: true,
        limited_quantity: true,
        net_weight: 1200.5,
        ems: 'F-A,S-B',
        contact: '+31 10 000 0000',
        remarks: 'In drums',
      };
      const { container_stay, warnings } = await stateGoods(client, number, [full, { imdg_class: '3' }]);
      expect([container_stay.dangerous_goods[0], warnings]).toEqual([full, []]);
      const shown = async () => (await client.get(`/containers/${number}`)).body.container;
      expect(await shown()).toMatchObject({ is_dangerous: true, imdg_classes: ['3', '6.1', '8'] });
      await stateGoods(client, number, []);
      expect(await shown()).toMatchObject({ is_dangerous: false, imdg_classes: [] });
    });

    it('are refused for a wrong class or number, and without an open stay', async () => {
      const { number } = await aContainer(client, inSlot('A-1-1'));
      const path = `/containers/${number}/dangerous_goods`;
      for (const [goods, field] of [
        [{ imdg_class: '10' }, 'dangerous_goods.0.imdg_class'],
        [{ un_number: '12' }, 'dangerous_goods.0.un_number'],
      ] as const) {
        const answer = await client.put(path, { dangerous_goods: [goods] });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
      }
      const other = await aContainer(client);
      expect((await client.put(`/containers/${other.number}/dangerous_goods`, {})).status).toBe(404);
      expect((await client.put('/containers/NONE/dangerous_goods', {})).status).toBe(404);
      expect((await client.as('read').put(path, {})).status).toBe(403);
    });

    it('come from the words of lists, and what does not parse is kept as remarks', async () => {
      const voyage = await aVoyage(client);
      const list = await aDischargeList(client, { voyage: voyage.number });
      const item = {
        container: 'WHAU4142033',
        dangerous: [
          { imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: 'III' },
          { imdg_class: '3A', un_number: 'UN12', flashpoint: 'LOW' },
        ],
      };
      await client.create(`/discharge_lists/${list.id}/discharge_list_items`, item);
      const [stay] = await staysOf(client, 'WHAU4142033');
      expect(stay!.dangerous_goods).toMatchObject([
        { imdg_class: '3', un_number: '1263', flashpoint_celsius: 23, packing_group: 'III', remarks: null },
        { imdg_class: null, un_number: null, remarks: 'UN UN12, class 3A, flashpoint LOW' },
      ]);
    });

    it('come with a drop-off, also of a haulier that is limited to it', async () => {
      await aTruckingCompany(client, { code: 'OWN' });
      await aTruck(client, { license_plate: 'T-1', trucking_company: 'OWN' });
      const advise = async (as: Client, cargo: object) =>
        as.post('/pre_advices', {
          truck: 'T-1',
          purposes: [dropOff(await aNewContainer(client, { dangerous_goods: goodsOf('3'), ...cargo }))],
        });
      const haulier = await limitedTo(client, { type: 'trucking_company', key: 'OWN' });
      for (const [as, container_number] of [
        [client, 'WHAU4142033'],
        [haulier, 'WHAU4142054'],
      ] as const) {
        expect((await advise(as, { container_number })).status).toBe(201);
        const [stay] = await staysOf(client, container_number);
        expect(stay!.dangerous_goods).toMatchObject([{ imdg_class: '3', un_number: '1263' }]);
      }
      const pickUp = {
        purpose_type: 'pick up',
        cargo: { cargo_type: 'general cargo', dangerous_goods: goodsOf('3') },
      };
      const refused = await client.post('/pre_advices', { truck: 'T-1', purposes: [pickUp] });
      expect([refused.status, Object.keys(refused.body.errors)]).toContainEqual(
        expect.arrayContaining(['purposes.0.cargo.dangerous_goods']),
      );
    });

    it('of a container that is here stay as they are, whatever a load list says', async () => {
      const [one, other] = [
        await aDangerousBox(client, '8'),
        (await aContainer(client, inSlot('A-1-1'))).number,
      ];
      const voyage = await aVoyage(client);
      const list = await aLoadList(client, { voyage: voyage.number });
      for (const number of [one, other]) {
        const { id } = (await client.get(`/containers/${number}`)).body.container;
        await client.create(`/load_lists/${list.id}/load_list_items`, {
          load_list_item_type: 'full',
          load_list_item: { container_id: id, dangerous: [{ imdg_class: '3' }] },
        });
      }
      const classes = async (number: string) =>
        (await client.get(`/containers/${number}`)).body.container.imdg_classes;
      expect([await classes(one), await classes(other)]).toEqual([['8'], ['3']]);
    });
  });

  describe('a move', () => {
    it('is refused beside goods of another class, which are named with place and rule', async () => {
      await checks('refuse');
      const standing = await aDangerousBox(client, '5.1', inSlot('A-2-2'));
      const number = await aDangerousBox(client, '3');
      const answer = await moveTo(client, number, 'A-3-3');
      expect(said(answer)).toEqual([
        422,
        'segregation',
        `Container '${number}' (3) may not stand in A-3-3: '${standing}' (5.1) stands in A-2-2; the rule is 2.`,
      ]);
      expect(answer.body.records.map(({ key }: Body) => key)).toEqual([number, standing]);
      expect(Object.keys(answer.body.errors)).toEqual(['to']);
      expect(said(await moveTo(client, number, 'A-2-2'))[1]).toBe('segregation');
      const moved = await moveTo(client, number, 'A-4-2');
      expect([moved.status, moved.body.warnings]).toEqual([201, []]);
    });

    it('counts neighbours by the order of bays and rows, not by their numbers', async () => {
      await checks('refuse');
      await aBlock(client, 'B', ['02', '10', '38'], ['1']);
      await aDangerousBox(client, '5.1', inSlot('B-10-1'));
      const number = await aDangerousBox(client, '3');
      expect((await moveTo(client, number, 'B-02-1')).body.code).toBe('segregation');
      expect((await moveTo(client, number, 'B-38-1')).body.code).toBe('segregation');
    });

    it('counts both bays of a long container', async () => {
      await checks('refuse');
      await aDangerousBox(client, '5.1', { size: 40, ...inSlot('A-2-1') });
      const number = await aDangerousBox(client, '3');
      expect((await moveTo(client, number, 'A-4-1')).body.code).toBe('segregation');
      expect((await moveTo(client, number, 'A-4-3')).status).toBe(201);
    });

    it('keeps values of 3 and 4 out of the area, also of what is in no slot', async () => {
      await checks('refuse', { direct_delivery_classes: [] });
      const standing = await aDangerousBox(client, '1.1D', inArea('A'));
      const number = await aDangerousBox(client, '3');
      expect(said(await moveTo(client, number, 'A-4-3'))).toEqual([
        422,
        'segregation',
        `Container '${number}' (3) may not stand in A-4-3: '${standing}' (1.1D) stands in A; the rule is 4.`,
      ]);
      expect(said(await toArea(number, 'A'))[1]).toBe('segregation');
      await aBlock(client, 'B', ['1'], ['1']);
      expect((await moveTo(client, number, 'B-1-1')).status).toBe(201);
      const [oxidizer, limited] = [
        await aDangerousBox(client, '5.1', inArea('B')),
        await aDangerousBox(client, '3', { goods: { limited_quantity: true } }),
      ];
      expect((await moveTo(client, oxidizer, 'B-1-1')).body.code).toBe('segregation');
      expect((await moveTo(client, limited, 'B-1-1')).status).toBe(201);
      expect((await toArea(limited, 'A')).body.code).toBe('segregation');
    });

    it('is refused where the area does not accept the class, and for classes of direct delivery', async () => {
      await checks('refuse');
      await client.patch('/yard_areas/A', { accepts_imdg_classes: ['8', '9'] });
      const [paint, explosive, acid] = [
        await aDangerousBox(client, '3'),
        await aDangerousBox(client, '1.1D'),
        await aDangerousBox(client, '8'),
      ];
      expect(said(await moveTo(client, paint, 'A-1-1'))).toEqual([
        422,
        'class_not_accepted',
        `Container '${paint}' may not stand in A-1-1: class 3 is not accepted there.`,
      ]);
      expect((await moveTo(client, acid, 'A-1-1')).status).toBe(201);
      await client.patch('/yard_areas/A', { accepts_imdg_classes: null });
      expect(said(await moveTo(client, explosive, 'A-4-1'))).toEqual([
        422,
        'direct_delivery',
        `Container '${explosive}' is not placed in the yard: class 1.1D goes from ship to truck at once.`,
      ]);
      await stateGoods(client, paint, [{ remarks: 'class 3A' }]);
      await client.patch('/yard_areas/A', { accepts_imdg_classes: [] });
      expect(said(await moveTo(client, paint, 'A-4-1'))).toEqual([
        422,
        'class_not_accepted',
        `Container '${paint}' may not stand in A-4-1: the class of its dangerous goods is not stated.`,
      ]);
      expect(
        (await client.post(`/containers/${paint}/moves`, { to: { type: 'Terminal', name: 'T' } })).body.code,
      ).toBe('unknown_reference');
    });

    it('is warned of, with an event, where the organization says so', async () => {
      await checks('warn');
      await aDangerousBox(client, '5.1', inSlot('A-2-2'));
      const number = await aDangerousBox(client, '3');
      const { status, body } = await moveTo(client, number, 'A-3-3');
      expect([status, body.warnings.map(({ code, container }: Body) => [code, container.number])]).toEqual([
        201,
        [['segregation', number]],
      ]);
      const [event] = await eventsOf('container.segregation_warned');
      expect(event!.data.container?.number ?? event!.data.number).toBe(number);
    });

    it('asks nothing where the check is off or nothing goes to the yard, and two statements more at most', async () => {
      const before = await aDangerousBox(client, '3');
      const plain = (await aContainer(client, inSlot('A-1-1'))).number;
      const asked = async (number: string, slot: string) => {
        const statements = await statementsOf(() => moveTo(client, number, slot));
        return statements.length;
      };
      await asked(before, 'A-1-2');
      const [off, plainOff] = [await asked(before, 'A-4-1'), await asked(plain, 'A-4-2')];
      await checks('refuse');
      await asked(before, 'A-1-2');
      const [on, plainOn] = [await asked(before, 'A-4-1'), await asked(plain, 'A-1-3')];
      expect([on - off, plainOn - plainOff]).toEqual([2, 1]);
    });

    it('lets one of two that may not meet have its place, when both come at once', async () => {
      await checks('refuse');
      const [one, other] = [await aDangerousBox(client, '3'), await aDangerousBox(client, '5.1')];
      const answers = await atOnce(service.current, [
        () => moveTo(client, one, 'A-1-1'),
        () => moveTo(client, other, 'A-2-1'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    });

    it('goes by the rules of the organization before the general table', async () => {
      await checks('refuse');
      await client.create('/segregation_rules', { class_a: '8', class_b: '9', value: 2 });
      const rule = await client.create('/segregation_rules', { class_a: '5.1', class_b: '3', value: 0 });
      await aDangerousBox(client, '5.1', inSlot('A-1-1'));
      await aDangerousBox(client, '9', inSlot('A-4-1'));
      const [paint, acid] = [await aDangerousBox(client, '3'), await aDangerousBox(client, '8')];
      expect((await moveTo(client, paint, 'A-1-1')).status).toBe(201);
      expect((await moveTo(client, acid, 'A-3-1')).body.code).toBe('segregation');
      await client.delete(`/segregation_rules/${rule.segregation_rule.id}`);
      expect((await moveTo(client, paint, 'A-1-2')).body.code).toBe('segregation');
    });
  });

  it('has one rule for two classes, whichever order they are in', async () => {
    await client.create('/segregation_rules', { class_a: '3', class_b: '8', value: 1 });
    for (const classes of [
      { class_a: '3', class_b: '8' },
      { class_a: '8', class_b: '3' },
    ])
      expect(said(await client.post('/segregation_rules', { ...classes, value: 2 }))).toEqual([
        expect.any(Number),
        'taken',
        'There is a rule for these two classes already.',
      ]);
    for (const wrong of [{ value: 5 }, { value: -1 }, { class_a: '2' }])
      expect(
        (await client.post('/segregation_rules', { class_a: '9', class_b: '8', value: 1, ...wrong })).body
          .code,
      ).toBe('invalid');
  });

  describe('a discharge', () => {
    const discharged = async (classes: string[], places: (string | undefined)[]) => {
      const voyage = await aVoyage(client);
      const numbers = classes.map((_, n) => `WHXU00000${10 + n}`);
      await broughtBy(client, voyage, numbers, { container_status: 'full' });
      for (const [n, imdg_class] of classes.entries())
        await stateGoods(client, numbers[n]!, goodsOf(imdg_class));
      const tally = await aTally(client, voyage);
      return count(
        client,
        tally,
        ...numbers.map((container_number, n) => ({
          container_number,
          ...(places[n] && { to: { type: 'YardSlot', name: places[n] } }),
        })),
      );
    };

    it('is refused with all that stands against the batch, each with its move', async () => {
      await checks('refuse');
      const { status, body } = await discharged(['3', '5.1', '7', '9'], ['A-1-1', 'A-2-1', 'A-4-3', 'A-1-1']);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['moves.1.to', 'moves.2.to']]);
    });

    it('is warned of', async () => {
      await checks('warn');
      const { status, body } = await discharged(['3', '5.1'], ['A-1-1', 'A-2-1']);
      expect([status, body.warnings.map(({ code }: Body) => code)]).toEqual([201, ['segregation']]);
    });

    it('to a berth is not asked about', async () => {
      await checks('refuse');
      expect((await discharged(['7'], [undefined])).status).toBe(201);
    });
  });

  it('leaves out free slots that it would refuse', async () => {
    await aDangerousBox(client, '5.1', inSlot('A-1-1'));
    const number = await aDangerousBox(client, '3');
    await aYardSlot(client, { name: 'L', tiers: 2 });
    const free = async (query = `&container=${number}`) =>
      (await client.get(`/yard_slots/free?per=100${query}`)).body.yard_slots
        .map(({ name }: Body) => name)
        .sort();
    const all = await free('');
    expect(await free()).toEqual(all);
    await checks('refuse');
    const beside = ['A-1-1', 'A-1-2', 'A-2-1', 'A-2-2'];
    expect(await free()).toEqual(all.filter((name: string) => !beside.includes(name)));
    for (const name of all)
      expect([name, (await moveTo(client, number, name)).status]).toEqual([
        name,
        beside.includes(name) ? 422 : 201,
      ]);
    await client.patch('/yard_areas/A', { accepts_imdg_classes: [] });
    expect(await free()).toEqual(['L']);
    await stateGoods(client, number, goodsOf('7'));
    expect(await free()).toEqual([]);
    expect((await client.get('/yard_slots/free?container=NONE')).body.code).toBe('unknown_reference');
  });

  describe('the list', () => {
    it('shows what is here, narrowed and counted', async () => {
      const paint = await aDangerousBox(client, '3', inSlot('A-1-1'));
      const acid = await aDangerousBox(client, '8', { goods: { un_number: '1789' }, ...inArea('A') });
      await aDangerousBox(client, '9', { current_location_type: null });
      await aContainer(client, inSlot('A-2-2'));
      const { body } = await client.as('read').get(`/dangerous_goods?container_number=${paint}`);
      expect(body.dangerous_goods).toMatchObject([
        {
          container: { number: paint },
          location: { type: 'YardSlot', name: 'A-1-1' },
          yard_area: { name: 'A' },
          imdg_classes: ['3'],
          dangerous_goods: [{ un_number: '1263', proper_shipping_name: 'PAINT' }],
          in_area_since: expect.any(String),
          overdue_at: null,
          conflicts: [],
        },
      ]);
      expect(await numbersOf('')).toEqual([paint, acid].sort());
      expect(await numbersOf('imdg_class=8')).toEqual([acid]);
      expect(await numbersOf('imdg_class=1')).toEqual([]);
      expect(await numbersOf('un_number=1263')).toEqual([paint]);
      expect(await numbersOf('yard_area=A')).toEqual([paint, acid].sort());
      const { counts } = (await client.get('/dangerous_goods/counts?by=imdg_class')).body;
      expect(counts).toEqual([
        { imdg_class: '3', count: 1, more: false },
        { imdg_class: '8', count: 1, more: false },
      ]);
      expect((await client.get('/dangerous_goods/counts?by=yard_area')).body.counts).toEqual([
        { yard_area: 'A', count: 2, more: false },
      ]);
    });

    it('tells what stands where it may not, however it came there', async () => {
      const [paint, oxidizer] = [
        await aDangerousBox(client, '3', inSlot('A-1-1')),
        await aDangerousBox(client, '5.1', inSlot('A-1-2')),
      ];
      const acid = await aDangerousBox(client, '8', inSlot('A-4-3'));
      expect(await numbersOf('conflicts=true')).toEqual([paint, oxidizer].sort());
      expect(await numbersOf('conflicts=false')).toEqual([acid]);
      const { dangerous_goods: shown } = (await client.get('/dangerous_goods?conflicts=true')).body;
      expect(shown.map(({ conflicts }: Body) => conflicts.map(({ code }: Body) => code))).toEqual([
        ['segregation'],
        ['segregation'],
      ]);
      const path = '/dangerous_goods?conflicts=true&format=csv';
      const [english, dutch] = await Promise.all(
        ['en', 'nl'].map((language) => client.send('GET', path, undefined, { 'accept-language': language })),
      );
      expect(english!.body).toContain(`Container '${paint}' (3) may not stand in A-1-1`);
      expect(dutch!.body).toContain(`Container '${paint}' (3) mag niet in A-1-1 staan`);
      await client.patch('/yard_areas/A', { accepts_imdg_classes: ['3', '5.1'] });
      expect(await numbersOf('conflicts=true')).toEqual([paint, oxidizer, acid].sort());
    });

    it('warns when goods change where they stand, and refuses nothing', async () => {
      await checks('refuse');
      await aDangerousBox(client, '5.1', inSlot('A-1-2'));
      const number = await aDangerousBox(client, '9', inSlot('A-1-1'));
      const { warnings } = await stateGoods(client, number, goodsOf('3'));
      expect(warnings.map(({ code }: Body) => code)).toEqual(['segregation']);
      expect(await eventsOf('container.segregation_warned')).toHaveLength(1);
    });

    it('tells once of what an area does not accept any more, unless the check is off', async () => {
      const [paint, acid] = [
        await aDangerousBox(client, '3', inSlot('A-1-1')),
        await aDangerousBox(client, '8', inSlot('A-4-3')),
      ];
      await aBlock(client, 'B', ['1'], ['1']);
      await aDangerousBox(client, '8', inSlot('B-1-1'));
      const accept = (accepts_imdg_classes: string[] | null) =>
        client.as('admin').patch('/yard_areas/A', { accepts_imdg_classes });
      const told = async () =>
        (await eventsOf('container.segregation_warned')).map(({ subject }) => subject.key);
      await accept(['8']);
      expect(await told()).toEqual([]);
      await accept(null);
      await checks('warn');
      expect((await accept(['3'])).status).toBe(200);
      await accept(['3', '9']);
      expect(await told()).toEqual([acid]);
      await accept([]);
      expect(await told()).toEqual([acid, paint]);
    });

    it('knows what stands in its area for too long, from when it came there', async () => {
      await client.patch('/yard_areas/A', { imdg_hours: 48 });
      const number = await aDangerousBox(client, '3', inSlot('A-1-1'));
      const other = await aDangerousBox(client, '3', inSlot('A-4-1'));
      await service.current.query(
        `UPDATE container_stays SET in_at = now() - interval '3 days' WHERE organization_id = $1 AND status = 'here'`,
        [client.organization_id],
      );
      await aBlock(client, 'B', ['1'], ['1']);
      await moveTo(client, other, 'B-1-1');
      await moveTo(client, other, 'A-4-2');
      expect([await numbersOf('overdue=true'), await numbersOf('overdue=false')]).toEqual([
        [number],
        [other],
      ]);
      await moveTo(client, number, 'A-1-2');
      expect(await numbersOf('overdue=true')).toEqual([number]);
      const overdue = service.current.app.get(OverdueGoodsService);
      await overdue.noticeAll();
      await overdue.noticeAll();
      expect(await eventsOf('container.imdg_overdue')).toHaveLength(1);
    });
  });

  describe('the list for the fire brigade', () => {
    const pdf = async (query = '') => {
      const headers = { authorization: `Token token=${client.tokens.read}` };
      const answer = await service.current.app.inject({
        url: `/api/v1/dangerous_goods.pdf${query}`,
        headers,
      });
      return { ...answer, type: answer.headers['content-type'], pages: pagesOf(answer.rawPayload) };
    };

    it('has a row for each of the goods, by area and place, with titles and the time on each page', async () => {
      await aBlock(client, 'B', ['1'], ['1']);
      const more = { contact: '+31 10 555 0100', net_weight: 12000.5 };
      const [second, first, third] = [
        await aDangerousBox(client, '3', { goods: more, ...inSlot('A-2-1') }),
        await aDangerousBox(client, '8', { goods: { subsidiary_classes: ['6.1'] }, ...inSlot('A-1-2') }),
        await aDangerousBox(client, '9', inSlot('B-1-1')),
      ];
      await stateGoods(client, third, [...goodsOf('9'), { remarks: 'class 3A' }]);
      await aDangerousBox(client, '4.1', { current_location_type: null });
      const { statusCode, type, pages } = await pdf();
      expect([statusCode, type, pages.length]).toEqual([200, 'application/pdf', 1]);
      const text = pages[0]!;
      for (const each of [
        '8 (6.1)',
        'PAINT',
        '1263',
        '12000.5',
        '+31 10 555 0100',
        'class 3A',
        'Page 1 of 1',
      ])
        expect(text).toContain(each);
      const places = [first, second, third].map((number) => text.indexOf(number));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(Math.min(...places)).toBeGreaterThan(0);
      expect(text.split(third)).toHaveLength(3);
    });

    it('is narrowed, in the language of the organization, and says that there is nothing', async () => {
      const number = await aDangerousBox(client, '3', { goods: { net_weight: 1.5 }, ...inSlot('A-1-1') });
      await client.as('admin').patch('/organization', { language: 'nl' });
      const [{ pages }, none] = [await pdf('?yard_area=A&imdg_class=3'), await pdf('?imdg_class=8')];
      expect(pages[0]).toContain(number);
      expect(pages[0]).toContain('1,5');
      expect(none.pages[0]).toContain('Er zijn geen gevaarlijke stoffen.');
      expect(none.pages[0]).not.toContain(number);
    });

    it('has as many rows as 5000, on as many pages as they take, and is refused with more', async () => {
      const number = await aDangerousBox(client, '3', inSlot('A-1-1'));
      const rows = (count: number) =>
        service.current.query(
          `UPDATE container_stays s SET dangerous_goods = (
             SELECT jsonb_agg(g.goods) FROM (
               SELECT s.dangerous_goods -> 0 AS goods FROM generate_series(1, $2::integer)) g)
           FROM containers c WHERE s.organization_id = $1 AND c.organization_id = $1 AND c.id = s.container_id
             AND c.number = $3`,
          [client.organization_id, count, number],
        );
      await rows(5000);
      const { pages } = await pdf();
      expect(pages.length).toBeGreaterThan(50);
      for (const page of pages) expect(page).toContain('Dangerous goods at the terminal');
      expect(pages.join('').split(number)).toHaveLength(5001);
      await rows(5001);
      const refused = await client.get('/dangerous_goods.pdf');
      expect(said(refused)).toEqual([
        422,
        'answer_too_large',
        'The list has more than 5,000 rows: ask for a terminal, a yard area, a class or a voyage.',
      ]);
    });
  });
});
