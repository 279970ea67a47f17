import sql, { type Sql } from 'sql-template-tag';
import { asTerminal } from '../../src/common/database/sql/as-terminal';
import { Db } from '../../src/common/database/db';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { aTruckingCompany } from '../factories/parties';
import { useService } from '../setup/service';
import { asTest } from './guard';
import { takePartyComplaints } from './party-guard';

const PLATE = 'a plate or licence is taken whoever has it';
const NAMED = 'whether an announcement may name a container is decided by whose it is';

describe('the guard of parties', () => {
  const service = useService();

  /** What is complained of when a limited token has the service run these statements, one after the other. */
  async function complaintsOf(
    statements: (organization: number, found: { id: number }[]) => Sql[],
    limited = true,
  ): Promise<string[]> {
    const client = await service.current.organization();
    const own = await aTruckingCompany(client);
    const other = await aTruckingCompany(client);
    const { manager } = service.current.dataSource;
    const id = client.organization_id;
    const organization = await asTest(() => manager.findOneByOrFail(Organization, { id }));
    const [party] = await service.current.query<{ id: number }>(
      'SELECT id FROM parties WHERE trucking_company_id = $1',
      [own.id],
    );
    const actor = {
      ...new OrganizationsService(manager).actorFor(organization, client.user_id),
      request_id: `planted ${id}`,
      limited,
      parties: limited
        ? [{ id: party!.id, type: 'trucking_company' as const, record_id: own.id as number }]
        : [],
    };
    const db = service.current.app.get(Db, { strict: false });
    takePartyComplaints();
    await db.transaction(actor, '', async () => {
      const companies = [{ id: own.id as number }, { id: other.id as number }];
      for (const statement of statements(id, companies)) await db.query(statement);
    });
    return takePartyComplaints().map((each) => /: (.*) of any party/.exec(each)![1]!);
  }

  it('lets pass what is bound to the parties, and what goes on with what such a statement found', async () => {
    const passed = await complaintsOf((organization, [own]) => [
      sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization} AND t.trucking_company_id = ${own!.id}`,
      sql`SELECT t.id FROM ports t WHERE t.organization_id = ${organization}`,
    ]);
    expect(passed).toEqual([]);
  });

  it('complains of what is not, whether it reads or writes, and of tables that say nothing of parties', async () => {
    expect(
      await complaintsOf((organization, [, other]) => [
        sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization}`,
        sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization} AND t.trucking_company_id = ${other!.id}`,
        sql`UPDATE trucks SET make = 'X' WHERE organization_id = ${organization} AND trucking_company_id = ${other!.id}`,
        sql`SELECT x.id FROM exporters x WHERE x.organization_id = ${organization}`,
      ]),
    ).toEqual(['trucks t', 'trucks t', 'trucks', 'exporters x']);
  });

  it('complains of nobody who is not limited', async () => {
    const all = (organization: number) => [
      sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization}`,
    ];
    expect(await complaintsOf(all, false)).toEqual([]);
  });

  it('lets a statement as the terminal reach what its reason says, and nothing else', async () => {
    const trucks = (organization: number) =>
      sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization}`;
    const containers = (organization: number) =>
      sql`SELECT c.id FROM containers c WHERE c.organization_id = ${organization}`;
    expect(await complaintsOf((id) => [asTerminal(PLATE, trucks(id))])).toEqual([]);
    expect(await complaintsOf((id) => [asTerminal(NAMED, trucks(id))])).toEqual(['trucks t']);
    expect(await complaintsOf((id) => [asTerminal('because', trucks(id))])).toEqual(['trucks t']);
    expect(await complaintsOf((id) => [asTerminal(PLATE, containers(id))])).toEqual(['containers c']);
  });

  it.each([
    [NAMED, []],
    [PLATE, ['trucks t']],
  ])(
    'goes on with what was found as the terminal only where the reason says so: %s',
    async (reason, stated) => {
      const found = await complaintsOf((organization, [, other]) => [
        asTerminal(reason, sql`SELECT ${other!.id}::bigint AS id`),
        sql`SELECT t.id FROM trucks t WHERE t.organization_id = ${organization} AND t.trucking_company_id = ${other!.id}`,
      ]);
      expect(found).toEqual(stated);
    },
  );
});
