import type { ExecutionContext, Type } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import type { PartyInput } from '../../../src/common/party-wall/party-reference';
import { PartiesGuard } from '../../../src/common/party-wall/parties.guard';
import { SecurityEvents } from '../../../src/common/auth/security-events';
import { Db } from '../../../src/common/database/db';
import { isTheirs, ofParties } from '../../../src/common/party-wall/party-wall';
import type { RowClass } from '../../../src/common/schema/columns';
import { concernOf } from '../../../src/common/party-wall/concerns';
import type { Actor } from '../../../src/common/tenancy/actor';
import { Organization } from '../../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../../src/common/tenancy/organizations.service';
import type { PartyOfActor } from '../../../src/common/party-wall/party-types';
import { BASE, Compiler, PARTIES } from '../../../src/common/view/compiler';
import { opennessOf, opennessOfField } from '../../../src/common/party-wall/open-to';
import { entityOf, fieldsOf, viewClasses } from '../../../src/common/view/view-metadata';
import { Exporter } from '../../../src/parties/setup/exporter.kind';
import { Truck } from '../../../src/parties/trucks/truck.entity';
import { TruckShow } from '../../../src/parties/trucks/truck.view';
import { kindOf } from '../../../src/common/setup/kind';
import { kindClasses } from '../../../src/common/setup/kind-classes';
import { useService } from '../../setup/service';
import { statementsOf } from '../../setup/statements';
import { asTest } from '../../wall/guard';
import { factsFrom, factsNow } from './canary-looks';
import { marksIn } from './canary-marks';
import { Interests, KINDS_OF_INTEREST, Sights } from './canary-model';
import { randomOf, World } from './canary-world';

/** What is hidden and has a text in the world: the canaries have to tell when one of them is opened. */
const TELLING =
  `AgentShow.general_ledger_id BillItem.remarks BillOfLadingShow.remarks ConsigneeShow.general_ledger_id
  BillOfContainer.manifest ContainerShow.consignee ContainerShow.goods ContainerShow.seals
  ContainerStayShow.consignee ContainerStayShow.goods
  ContainerStayShow.seals FreightForwarderShow.general_ledger_id ManifestItem.remarks TruckDriverShow.remarks
  TruckVisitShow.comment VehicleItem.tags LoadListItemShow.notes VoyageItem.closing_comments VoyageShow.captain`.split(
    /\s+/,
  );

describe('the wall of parties', () => {
  const service = useService();

  /** An actor that is limited to these. */
  async function actorOf(world: World, parties: PartyInput[]): Promise<Actor> {
    const { manager } = service.current.dataSource;
    const organization = await asTest(() =>
      manager.findOneByOrFail(Organization, { id: world.client.organization_id }),
    );
    const found: PartyOfActor[] = [];
    for (const { type, key } of parties) {
      const table = type === 'trucking_company' ? 'trucking_companies' : `${type}s`;
      const [row] = await service.current.query<{ id: number; record_id: number }>(
        `SELECT p.id, r.id AS record_id FROM ${table} r JOIN parties p ON p.${type}_id = r.id
         WHERE r.organization_id = $1 AND r.${['trucking_company', 'shipping_line'].includes(type) ? 'code' : 'name'} = $2`,
        [organization.id, key],
      );
      found.push({ type, ...row! });
    }
    const actor = new OrganizationsService(manager).actorFor(organization, world.client.user_id);
    return { ...actor, limited: true, parties: found };
  }

  /** What an actor is shown of all that is its own, as a view is compiled now; undefined where nothing can be shown. */
  async function shown(of: Type, actor: Actor): Promise<string | undefined> {
    const { dataSource } = service.current;
    const entity = dataSource.getMetadata(entityOf(of));
    const target = entity.target as RowClass;
    if (!concernOf(target)) return undefined;
    const ids = `'{${actor.parties.map(({ id }) => id).join()}}'::bigint[]`;
    const object = new Compiler(dataSource, entity, 't', 'parties')
      .object(of)
      .replaceAll(PARTIES, ids)
      .replaceAll(BASE, `''`);
    const { text, values } = sql`SELECT ${raw(object)}::text AS json FROM ${raw(entity.tableName)} t
      WHERE t.organization_id = ${actor.organization_id} AND ${isTheirs(dataSource, target, 't', actor)}`;
    const rows = await service.current.query<{ json: string }>(text, values);
    return rows.map(({ json }) => json).join('\n');
  }

  it('tells when a field is opened that is hidden, or for owners alone', async () => {
    const world = new World(await service.current.organization({ party_pick_up: 'reference' }), randomOf(23));
    await world.people();
    await world.cargo();
    const interests = new Interests();
    const note = async () => interests.note(await factsFrom(world.client, KINDS_OF_INTEREST), world.granted);
    await note();
    for (let step = 0; step < 60; step++) if (await world.step()) await note();
    // what a company carries is shown to it, but for what owners see
    await world.carry();
    await note();
    const facts = await factsNow(world.client);

    const each: PartyInput[] = [
      ...world.companies.map(({ code }): PartyInput => ({ type: 'trucking_company', key: code as string })),
      ...world.consignees.map(({ name }): PartyInput => ({ type: 'consignee', key: name as string })),
      { type: 'shipping_line', key: world.lines[0]!.code as string },
      { type: 'shipping_line', key: world.lines[2]!.code as string },
      { type: 'freight_forwarder', key: world.forwarders[0]!.name as string },
      { type: 'agent', key: world.agents[0]!.name as string },
    ];
    const lookers = await Promise.all(
      each.map(async (party) => ({
        actor: await actorOf(world, [party]),
        may: new Sights([`${party.type}:${party.key}`], facts, interests).marks().may,
      })),
    );
    /** Whether some party is shown what it may not see. */
    const tells = async (of: Type) => {
      for (const { actor, may } of lookers) {
        const stated = await shown(of, actor);
        if (stated && [...marksIn(stated)].some((mark) => !may.has(mark))) return true;
      }
      return false;
    };

    const given: string[] = [];
    for (const of of viewClasses()) {
      const open = opennessOf(of) as { fields: string[]; owners?: string[] };
      if (
        !open.fields.length ||
        !concernOf(service.current.dataSource.getMetadata(entityOf(of)).target as RowClass)
      )
        continue;
      const closed = fieldsOf(of).filter(({ name }) => opennessOfField(of, name) !== 'open');
      const texts = closed.filter(({ name }) => !['actions', 'id'].includes(name));
      expect([of.name, await tells(of)]).toEqual([of.name, false]);
      const before = open.fields;
      for (const { name } of texts) {
        open.fields = [...before, name];
        if (await tells(of)) given.push(`${of.name}.${name}`);
        open.fields = before;
      }
    }
    expect(TELLING.filter((field) => !given.includes(field))).toEqual([]);
  }, 180_000);

  describe('is closed', () => {
    it('for an endpoint that does not say that it is open', () => {
      const guard = new PartiesGuard(service.current.app.get(SecurityEvents, { strict: false }));
      const asking = (parties: object | undefined, actor = { limited: true, parties: [] }) =>
        guard.canActivate({
          switchToHttp: () => ({
            getRequest: () => ({ actor, query: {}, routeOptions: { config: { endpoint: { parties } } } }),
          }),
        } as unknown as ExecutionContext);
      expect(() => asking(undefined)).toThrow('not open to tokens');
      expect(() => asking({ filters: [], by: 'agent' })).toThrow('not open to tokens');
      expect(asking({ filters: [] })).toBe(true);
      expect(asking(undefined, { limited: false, parties: [] })).toBe(true);
    });

    it('for an entity that does not say whom it concerns, before anything is read', async () => {
      const client = await service.current.organization();
      const { dataSource } = service.current;
      const actor = await actorOf(new World(client, randomOf(1)), []);
      expect(() => ofParties(dataSource, Exporter, 't', actor)).toThrow(
        'Nothing says which parties Exporter concerns',
      );
      const db = service.current.app.get(Db, { strict: false });
      const { Show } = kindClasses(kindOf(Exporter));
      const sent = await statementsOf(() =>
        db
          .transaction(actor, '', async () => {
            await expect((async () => db.read(Show).one())()).rejects.toThrow('Nothing says');
            await expect((async () => db.find(Exporter, { id: 1 }))()).rejects.toThrow('Nothing says');
          })
          .catch(() => undefined),
      );
      expect(sent.filter((text) => text.includes('exporters'))).toEqual([]);
    });

    it('for a field that is not stated to be open', () => {
      const { dataSource } = service.current;
      const compile = () =>
        new Compiler(dataSource, dataSource.getMetadata(Truck), 't', 'parties').object(TruckShow);
      expect(compile()).toContain('t."make" AS "make"');
      const open = opennessOf(TruckShow) as { fields: string[] };
      const before = open.fields;
      open.fields = before.filter((name) => name !== 'make');
      try {
        expect(opennessOfField(TruckShow, 'make')).toBe('hidden');
        expect(compile()).toContain('NULL AS "make"');
      } finally {
        open.fields = before;
      }
    });
  });
});
