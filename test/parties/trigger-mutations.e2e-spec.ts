import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { Db } from '../../src/common/database/db';
import { checkInterests } from '../../src/cargo/interests/interest-check';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';
import { randomOf, World } from './canary-world';

/** The triggers that keep interests, each with what may happen that it is for. */
const TRIGGERS: Record<string, string[]> = {
  'bill_of_ladings keep_parties_changed': ['billSold'],
  'container_bills keep_parties_came': ['bills'],
  'container_bills keep_parties_went': ['bills'],
  'container_stays keep_parties_came': ['newContainer'],
  'container_stays keep_parties_changed': ['sold', 'line'],
  'containers keep_parties_changed': ['leave', 'arrive'],
  'interchanges keep_parties_came': ['gateIn', 'gateOut'],
  'interchanges keep_parties_changed': ['gateIn', 'gateOut', 'reversed'],
  'packing_list_items keep_parties_changed': ['itemSold'],
  'pre_advices keep_parties_changed': ['announce', 'gateIn', 'gateOut'],
  'purposes keep_parties_came': ['announce'],
  'shipping_lines keep_parties_changed': ['agent', 'parent'],
  'truck_visits keep_parties_changed': ['gateIn', 'cancelled'],
  'trucks keep_parties_changed': ['announce', 'truckSold'],
};
/** Those that are proved by the walk of interests alone. */
const FURTHER =
  `appointments truck_drivers manifests purposes bill_of_ladings packing_list_items interchanges container_bills`.split(
    ' ',
  );

const TRIES = 150;

describe('interests without one of their triggers', () => {
  const service = useService({});

  it('differ from what they are', async () => {
    const { dataSource, app } = service.current;
    const world = new World(await service.current.organization(), randomOf(5));
    await world.people();
    await world.cargo();
    const actor = new OrganizationsService(dataSource.manager).actorFor(
      await asTest(() =>
        dataSource.manager.findOneByOrFail(Organization, { id: world.client.organization_id }),
      ),
    );
    const check = (repairs = false) => checkInterests(app.get(Db, { strict: false }), actor, repairs);
    const steps: Record<string, () => Promise<unknown>> = {
      ...world.steps,
      newContainer: () => world.container(),
    };
    const known = await service.current.query<{ name: string }>(
      `SELECT c.relname || ' ' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE t.tgname LIKE 'keep\\_parties%' ORDER BY name`,
    );
    const others = known.filter(({ name }) => !(name in TRIGGERS) && !FURTHER.includes(name.split(' ')[0]!));
    expect([
      others,
      Object.keys(TRIGGERS).filter((each) => !known.some(({ name }) => name === each)),
    ]).toEqual([[], []]);

    const unseen: string[] = [];
    for (const [trigger, names] of Object.entries(TRIGGERS)) {
      expect([trigger, (await check()).differences]).toEqual([trigger, 0]);
      const [table, name] = trigger.split(' ');
      await service.current.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
      let differences = 0;
      for (let at = 0; at < TRIES && !differences; at++) {
        await steps[world.pick(names)]!();
        ({ differences } = await check());
      }
      await service.current.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
      if (!differences) unseen.push(trigger);
      await check(true);
    }
    expect(unseen).toEqual([]);
  }, 300_000);
});
