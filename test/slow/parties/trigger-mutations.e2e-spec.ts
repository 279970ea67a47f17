import { Organization } from '../../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../../src/common/tenancy/organizations.service';
import { Db } from '../../../src/common/database/db';
import { checkInterests } from '../../../src/cargo/interests/interest-check';
import { useService } from '../../setup/service';
import { asTest } from '../../wall/guard';
import { randomOf, World } from './canary-world';

/** The triggers that keep interests, each with what may happen that it is for. */
const TRIGGERS: Record<string, string[]> = {
  'bill_of_ladings keep_parties_changed': ['billSold'],
  'container_bills keep_parties_came': ['bills'],
  'container_bills keep_parties_went': ['bills'],
  'container_stays keep_parties_came': ['newContainer'],
  'container_stays keep_parties_changed': ['sold', 'line'],
  'container_stays keep_parties_booked': ['nominated', 'booked'],
  'container_stays end_nominations': ['nominated', 'leave', 'arrive'],
  'container_stays revoke_without_right': ['nominated', 'sold', 'line'],
  'bookings revoke_without_right': ['nominated', 'bookingSold'],
  'containers keep_parties_changed': ['leave', 'arrive'],
  'interchanges keep_parties_came': ['gateIn', 'gateOut'],
  'interchanges keep_parties_changed': ['gateIn', 'gateOut', 'reversed'],
  'nominations keep_parties_came': ['nominated'],
  'nominations keep_parties_changed': ['nominated', 'revoked'],
  'nominations make_nomination_parties': ['nominated', 'passedOn'],
  'packing_list_items keep_parties_changed': ['itemSold'],
  'pre_advices keep_parties_changed': ['announce', 'gateIn', 'gateOut'],
  'purposes keep_parties_came': ['announce'],
  'shipping_lines keep_parties_changed': ['agent', 'parent'],
  'truck_visits keep_parties_changed': ['gateIn', 'cancelled'],
  'trucks keep_parties_changed': ['announce', 'truckSold'],
};
/** Those that are proved by the walk of interests alone, and by what lets nominations fall one by one. */
const FURTHER =
  `appointments truck_drivers manifests purposes bill_of_ladings packing_list_items interchanges container_bills`.split(
    ' ',
  );

/** What waits for others and keeps nothing, which races prove, and what imports alone need. */
const ELSEWHERE = ['lock_for_nomination', 'make_nomination_parties_anew', 'take_as_told'].map(
  (name) => `nominations ${name}`,
);

/**
 * SQL: the nominations that stand though their stay has ended, or though their first giver has the right no longer; those
 * that have ended though it goes on and what they pass on is not over; and those that are shown to others than giver, taker
 * and above.
 */
const WRONG_NOMINATIONS = `
  WITH RECURSIVE chain(organization_id, id, above_id, party_id) AS (
    SELECT n.organization_id, n.id, n.id, n.to_party_id FROM nominations n
    UNION
    SELECT c.organization_id, c.id, coalesce(a.parent_id, c.above_id), a.from_party_id FROM chain c
    JOIN nominations a ON a.organization_id = c.organization_id AND a.id = c.above_id)
  SELECT n.id FROM nominations n
  JOIN container_stays s ON s.organization_id = n.organization_id AND s.id = n.stay_id
  WHERE n.organization_id = $1
    AND (n.status IN ('active', 'passed_on') AND s.status NOT IN ('announced', 'here')
      OR n.status IN ('used', 'ended') AND s.status IN ('announced', 'here') AND NOT EXISTS (
        WITH RECURSIVE above(id, status) AS (
          SELECT a.id, a.status FROM nominations a
          WHERE a.organization_id = n.organization_id AND a.id = n.parent_id
          UNION
          SELECT a.id, a.status FROM above b
          JOIN nominations c ON c.organization_id = n.organization_id AND c.id = b.id
          JOIN nominations a ON a.organization_id = n.organization_id AND a.id = c.parent_id)
        SELECT FROM above a WHERE a.status IN ('revoked', 'expired')))
  UNION ALL
  SELECT n.id FROM nominations n JOIN parties p ON p.organization_id = n.organization_id AND p.id = n.from_party_id
  WHERE n.organization_id = $1 AND n.status IN ('active', 'passed_on') AND n.parent_id IS NULL AND NOT EXISTS (
    SELECT FROM (
      SELECT consignee_id, shipping_line_id FROM container_stays WHERE organization_id = $1 AND id = n.stay_id
      UNION ALL
      SELECT b.consignee_id, NULL FROM container_bills l JOIN bill_of_ladings b ON b.id = l.bill_of_lading_id
      WHERE l.organization_id = $1 AND b.organization_id = $1 AND l.stay_id = n.stay_id
      UNION ALL
      SELECT b.consignee_id, m.shipping_line_id FROM bill_of_ladings b JOIN manifests m ON m.id = b.manifest_id
      WHERE b.organization_id = $1 AND m.organization_id = $1 AND b.id = n.bill_of_lading_id
      UNION ALL
      SELECT NULL, shipping_line_id FROM bookings WHERE organization_id = $1 AND id = n.booking_id
    ) o WHERE o.consignee_id = p.consignee_id OR o.shipping_line_id = p.shipping_line_id)
  UNION ALL
  SELECT c.id FROM chain c
  FULL JOIN nomination_parties p ON p.organization_id = c.organization_id AND p.nomination_id = c.id
    AND p.party_id = c.party_id
  WHERE coalesce(c.organization_id, p.organization_id) = $1 AND (c.id IS NULL OR p.party_id IS NULL)`;

const TRIES = 150;

describe('interests without one of their triggers', () => {
  const service = useService({});

  it('differ from what they are', async () => {
    const { dataSource, app } = service.current;
    const world = new World(await service.current.organization({ party_pick_up: 'reference' }), randomOf(5));
    await world.people();
    await world.cargo();
    const actor = new OrganizationsService(dataSource.manager).actorFor(
      await asTest(() =>
        dataSource.manager.findOneByOrFail(Organization, { id: world.client.organization_id }),
      ),
    );
    const check = async (repairs = false) => {
      const { differences } = await checkInterests(app.get(Db, { strict: false }), actor, repairs);
      const wrong = await service.current.query(WRONG_NOMINATIONS, [actor.organization_id]);
      return { differences: differences + wrong.length };
    };
    /** Nominations are not calculated from nothing: those that are wrong go. */
    const repair = async () => {
      await service.current.query(
        `DELETE FROM nominations WHERE organization_id = $1 AND id IN (${WRONG_NOMINATIONS})`,
        [actor.organization_id],
      );
      await check(true);
    };
    const steps: Record<string, () => Promise<unknown>> = {
      ...world.steps,
      newContainer: () => world.container(),
      bookingSold: async () => {
        const [booking, line] = [world.pick(world.bookings), world.pick(world.lines)];
        const answer = await world.client.patch(`/bookings/${booking.id}`, { shipping_line: line.code });
        Object.assign(booking, answer.body.booking);
      },
    };
    const known = await service.current.query<{ name: string }>(
      `SELECT c.relname || ' ' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE t.tgname LIKE 'keep\\_parties%' OR t.tgname IN ('end_nominations', 'revoke_without_right')
         OR c.relname = 'nominations' AND NOT t.tgisinternal AND t.tgname NOT LIKE 'trace%' ORDER BY name`,
    );
    const others = known.filter(
      ({ name }) =>
        !ELSEWHERE.includes(name) && !(name in TRIGGERS) && !FURTHER.includes(name.split(' ')[0]!),
    );
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
      await repair();
    }
    expect(unseen).toEqual([]);
  }, 300_000);
});
