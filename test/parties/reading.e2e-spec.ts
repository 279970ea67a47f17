import { opennessOf } from '../../src/common/party-wall/open-to';
import { fieldsOf, viewClasses } from '../../src/common/view/view-metadata';
import { aContainerInYard, aVisit, pickUp } from '../factories/gate';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  aShippingLine,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** A haulier with what is its own, by a token that is limited to it. */
interface Haulier {
  company: any;
  truck: any;
  driver: any;
  advice: any;
  appointment: any;
  visit: any;
  of: Client;
}

describe('what tokens see that are limited to parties', () => {
  const service = useService();
  let client: Client;
  let own: Haulier;
  let other: Haulier;

  async function aHaulier(mark: string): Promise<Haulier> {
    const company = await aTruckingCompany(client, { code: mark, name: `Haulier ${mark}` });
    const truck = await aTruck(client, { license_plate: `${mark}-1`, trucking_company: mark });
    const driver = await aTruckDriver(client, {
      license_number: `DL-${mark}`,
      lastname: mark,
      remarks: `Remark ${mark}`,
      trucking_company: mark,
    });
    const { number } = await aContainerInYard(client, { goods: `Goods ${mark}` });
    const advice = await client.create('/pre_advices', {
      advice_number: `PA-${mark}`,
      truck: truck.license_plate,
      truck_driver: driver.license_number,
      comments: `Comment ${mark}`,
      purposes: [pickUp(number)],
    });
    const { appointment } = await client.create('/appointments', {
      truck: truck.license_plate,
      number: `AP-${mark}`,
      comment: `Comment ${mark}`,
    });
    const visit = await aVisit(client, { truck: truck.license_plate, comment: `Visit ${mark}` });
    const of = await limitedTo(client, { type: 'trucking_company', key: mark });
    return { company, truck, driver, advice, appointment, visit, of };
  }

  beforeAll(async () => {
    client = await service.current.organization();
    own = await aHaulier('OWNX');
    other = await aHaulier('FRGN');
  }, 60_000);

  const LISTS = [
    'trucks',
    'truck_drivers',
    'trucking_companies',
    'pre_advices',
    'appointments',
    'truck_visits',
  ];

  it.each(LISTS)(
    'shows of %s those of the haulier and no others, in lists, counts and files',
    async (list) => {
      const { body, headers } = await own.of.get(`/${list}`);
      expect(body[list]).toHaveLength(1);
      expect(headers['x-total-count']).toBe('1');
      expect(JSON.stringify(body)).toContain('OWNX');
      expect(JSON.stringify(body)).not.toContain('FRGN');
      const file = await own.of.get(`/${list}?format=csv`);
      expect(file.status).toBe(200);
      expect(file.body).not.toContain('FRGN');
      expect((await client.get(`/${list}`)).body[list].length).toBeGreaterThan(1);
    },
  );

  it('answers about what is of others as about what never was', async () => {
    const paths: [path: string, never: string][] = [
      [`/trucks/${other.truck.license_plate}`, '/trucks/NEVER-1'],
      [`/truck_drivers/${other.driver.license_number}`, '/truck_drivers/DL-NEVER'],
      [`/truck_drivers/${other.driver.id}`, '/truck_drivers/999999999'],
      [`/trucking_companies/${other.company.code}`, '/trucking_companies/NEVER'],
      ['/pre_advices/PA-FRGN', '/pre_advices/PA-NEVER'],
      ['/appointments/AP-FRGN', '/appointments/AP-NEVER'],
      [`/truck_visits/${other.visit.id}`, '/truck_visits/999999999'],
      [`/truck_visits/${other.visit.id}/interchanges`, '/truck_visits/999999999/interchanges'],
    ];
    for (const [path, never] of paths) {
      const [theirs, none] = [await own.of.get(path), await own.of.get(never)];
      const named = (text: string) => text.replaceAll(decodeURI(path.split('/')[2]!), 'x');
      const unnamed = (text: string) => text.replaceAll(decodeURI(never.split('/')[2]!), 'x');
      expect([path, theirs.status, named(JSON.stringify(theirs.body))]).toEqual([
        path,
        404,
        unnamed(JSON.stringify(none.body)),
      ]);
      expect((await other.of.get(path)).status).toBe(200);
    }
  });

  it('hides remarks, users of the terminal and comments of the visit, and nothing of what is shown', async () => {
    const { body: driver } = await own.of.get(`/truck_drivers/${own.driver.id}`);
    expect(driver.truck_driver).toMatchObject({ license_number: 'DL-OWNX', remarks: null });
    const { body: visit } = await own.of.get(`/truck_visits/${own.visit.id}`);
    expect(visit).toMatchObject({ comment: null, gate_in_user: null, gate_out_user: null });
    expect(visit.truck).toMatchObject({ license_plate: 'OWNX-1', trucking_company_id: null });
    const { body: advice } = await own.of.get('/pre_advices/PA-OWNX');
    expect(advice).toMatchObject({ comments: 'Comment OWNX', truck_driver: { remarks: null } });
    expect(advice.purposes).toHaveLength(1);
    // whoever is not limited sees all of it
    expect((await client.get(`/truck_drivers/${own.driver.id}`)).body.truck_driver.remarks).toBe(
      'Remark OWNX',
    );
    expect((await client.get(`/truck_visits/${own.visit.id}`)).body.comment).toBe('Visit OWNX');
  });

  it('refuses filters that are not open, whatever the handling, and takes those that are', async () => {
    for (const query of ['user_id=1', 'start_date=2026-01-01', 'colour=red']) {
      const { status, body } = await own.of.get(`/truck_visits?${query}`);
      const [name] = query.split('=');
      expect([status, body.code, body.error]).toEqual([
        422,
        'filter_not_open',
        `${name} cannot be asked for by tokens that are limited to parties.`,
      ]);
    }
    expect((await own.of.get('/consignees?general_ledger_id=GL-1')).body.code).toBe('filter_not_open');
    for (const query of ['order=goods', 'order=-goods&per=5']) {
      const { status, body } = await own.of.get(`/containers?${query}`);
      expect([status, body]).toEqual([
        422,
        {
          error: 'goods cannot be asked for by tokens that are limited to parties.',
          code: 'filter_not_open',
          errors: { order: ['goods cannot be asked for by tokens that are limited to parties.'] },
        },
      ]);
    }
    expect((await own.of.get('/containers?order[]=goods')).body.code).toBe('filter_not_open');
    expect((await client.get('/containers?order=goods')).status).toBe(400);
    const { body } = await own.of.get('/truck_visits?inside=true&per=5&order=newest&truck_id=FRGN-1');
    expect(body.truck_visits).toEqual([]);
    expect((await own.of.get('/truck_visits?inside=true')).body.truck_visits).toHaveLength(1);
    expect((await own.of.get('/pre_advices?trucking_company=FRGN')).body.pre_advices).toEqual([]);
    expect((await own.of.get('/trucks?q=FRGN')).body.trucks).toEqual([]);
  });

  it('shows records of which they are the party, each without what is internal', async () => {
    const consignee = await aConsignee(client, { general_ledger_id: 'GL-7', vat_number: 'NL1' });
    const forwarder = await aFreightForwarder(client, { general_ledger_id: 'GL-8' });
    const agent = await anAgent(client, { general_ledger_id: 'GL-9', phone: '1' });
    const line = await aShippingLine(client, { empty_container_storage_teu_quota: 12, phone: '2' });
    await aConsignee(client);
    await aShippingLine(client);
    const of = await limitedTo(
      client,
      { type: 'consignee', key: consignee.name },
      { type: 'freight_forwarder', key: forwarder.name },
      { type: 'agent', key: agent.name },
      { type: 'shipping_line', key: line.code },
    );
    const ofEach = async (list: string) => (await of.get(`/${list}`)).body[list];
    expect(await ofEach('consignees')).toMatchObject([
      { id: consignee.id, vat_number: 'NL1', general_ledger_id: null },
    ]);
    expect(await ofEach('freight_forwarders')).toMatchObject([{ id: forwarder.id, general_ledger_id: null }]);
    expect(await ofEach('agents')).toMatchObject([{ id: agent.id, phone: '1', general_ledger_id: null }]);
    expect(await ofEach('shipping_lines')).toMatchObject([
      { id: line.id, phone: '2', empty_container_storage_teu_quota: null, edi_settings: null },
    ]);
    expect(await ofEach('trucking_companies')).toEqual([]);
  });

  it('shows everybody the words that they announce and search by', async () => {
    for (const list of [
      'ports',
      'terminals',
      'gates',
      'container_types',
      'package_types',
      'commodity_types',
    ]) {
      const [limited, unlimited] = [
        await own.of.get(`/${list}?per=100`),
        await client.get(`/${list}?per=100`),
      ];
      expect([list, limited.body[list].length]).toEqual([list, unlimited.body[list].length]);
    }
    const nobody = await limitedTo(client);
    for (const list of LISTS) expect((await nobody.get(`/${list}`)).body[list]).toEqual([]);
  });

  it('counts a truck of another company as that of its driver, and one of none as nobody’s', async () => {
    await aTruck(client, { license_plate: 'DRV-1', truck_driver_license_number: own.driver.license_number });
    await aTruck(client, { license_plate: 'NONE-1' });
    expect((await own.of.get('/trucks/DRV-1')).status).toBe(200);
    expect((await own.of.get('/trucks/NONE-1')).status).toBe(404);
  });

  it('names in what is open only fields and links that views have', () => {
    for (const view of viewClasses()) {
      const { fields, owners = [] } = opennessOf(view);
      const known = fieldsOf(view).map(({ name }) => name);
      expect([view.name, [...fields, ...owners].filter((name) => !known.includes(name))]).toEqual([
        view.name,
        [],
      ]);
    }
  });
});
