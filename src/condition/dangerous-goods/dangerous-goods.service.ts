import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import sql, { raw, type Sql } from 'sql-template-tag';
import { filterBoxes, OF_STAY } from '../../cargo/containers/box-filters';
import { namedContainer } from '../../cargo/containers/named-container';
import { placeGroups } from '../../cargo/containers/place-counts';
import type { PlacingWarning } from '../../cargo/placing/placing-rules';
import { PlacingRules } from '../../cargo/placing/placing-rules';
import { toldWarnings } from '../../cargo/placing/placing-warning.view';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { ContainerStayShow } from '../../cargo/stays/container-stay.view';
import { OPEN } from '../../cargo/stays/stay-words';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { among } from '../../common/database/sql/conditions';
import { byRecord, type Group } from '../../common/database/sql/counts';
import { row } from '../../common/database/sql/query';
import { key } from '../../common/database/sql/references';
import { NotFound, type Refusal } from '../../common/errors/errors';
import { STATED_CLASSES, standsFor } from '../../common/imdg';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { conflictsOf } from './conflicts.rules';
import type {
  DANGEROUS_GROUPS,
  DangerousGoodsCountQuery,
  DangerousGoodsQuery,
  FireListQuery,
  PutDangerousGoods,
} from './dangerous-goods.dto';
import { DangerousContainer } from './dangerous-goods.view';
import { overdueAt, ofContainer } from './in-area';
import { replaceGoods } from './replace-goods';
import { segregationTable } from './segregation.rules';
import type { SegregationRow } from './segregation-table';
import { allStanding, ownRules } from './standing.queries';

/** SQL: whether the container of the stay `t` is here with dangerous goods. */
const IS_DANGEROUS_HERE = sql`t.status = 'here' AND t.dangerous_goods <> '[]'`;

const OVERDUE_AT = raw(overdueAt((column) => `t.${column}`));

const GROUPS: Record<keyof typeof DANGEROUS_GROUPS, Group> = {
  imdg_class: { key: raw(`t.dangerous_goods -> 0 ->> 'imdg_class'`), shown: (word) => word },
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
  arrival_voyage: byRecord('arrival_voyage_id', 'voyages', 'number'),
  departure_voyage: byRecord('departure_voyage_id', 'voyages', 'number'),
  ...placeGroups('w', (value) => ofContainer(() => value)((column) => `t.${column}`)),
};

/** What stands against containers where they are, by the id of each. */
type Conflicts = Map<number, Refusal[]>;

/** The dangerous goods that are here. */
@Injectable()
export class DangerousGoodsService {
  constructor(
    private readonly db: Db,
    private readonly placing: PlacingRules,
  ) {}

  /** The containers with dangerous goods that are here; those with conflicts tell these where they are asked for. */
  async list(query: DangerousGoodsQuery): Promise<Page> {
    const conflicts = await this.asked(query);
    const page = await this.matching(query, conflicts).page(query.request());
    return conflicts && query.conflicts ? withConflicts(page, conflicts) : page;
  }

  /** All that the filters leave. Throws Refused where it is too large. */
  all(query: FireListQuery): Promise<Json> {
    return this.matching(query, undefined).all();
  }

  async counts(query: DangerousGoodsCountQuery): Promise<Json> {
    return this.matching(query, await this.asked(query)).counts(query.by, GROUPS[query.by]);
  }

  /**
   * States the dangerous goods of a container in its open stay, in place of those that were stated. It is never refused for
   * where the container stands: `warnings` tell it.
   * @throws NotFound without an open stay
   */
  async put(idOrNumber: string, { dangerous_goods }: PutDangerousGoods): Promise<Json> {
    const container = await namedContainer(this.db, idOrNumber, { lock: true });
    const stay =
      container.stay_id === null
        ? null
        : await this.db.find(ContainerStay, { id: container.stay_id }, { lock: true });
    if (!stay || !OPEN.includes(stay.status)) throw new NotFound('Container stay', container.number);
    await replaceGoods(this.db, stay, dangerous_goods ?? []);
    const warnings = await this.placing.standing(container.id);
    const container_stay = await this.db.show(ContainerStayShow, stay.id, 'Container stay');
    return Json.object({ container_stay, warnings: toldWarnings(warnings) });
  }

  private matching(
    query: Omit<DangerousGoodsQuery, keyof PageQuery>,
    conflicts: Conflicts | undefined,
  ): Reader {
    const inConflict = conflicts && among('t.container_id', [...conflicts.keys()]);
    return filterBoxes(this.db.read(DangerousContainer), query, OF_STAY, this.db.actor)
      .where(IS_DANGEROUS_HERE)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .filter(
        query.un_number,
        (un_number) => sql`t.dangerous_goods @> ${JSON.stringify([{ un_number }])}::jsonb`,
      )
      .filter(query.imdg_class, isOfClass)
      .filter(
        query.overdue,
        (overdue) => sql`((${OVERDUE_AT}) < now()) IS ${raw(overdue ? 'TRUE' : 'NOT TRUE')}`,
      )
      .filter(query.conflicts, (is) => (is ? inConflict! : sql`NOT (${inConflict!})`));
  }

  /** The conflicts, where the query asks for them. */
  private async asked({ conflicts }: DangerousGoodsQuery): Promise<Conflicts | undefined> {
    if (typeof conflicts !== 'boolean') return undefined;
    const { organization_id, direct_delivery_classes } = this.db.actor;
    const [standing, rules] = await this.db.pipeline(
      allStanding(),
      row<{ own: SegregationRow[] }>(sql`SELECT ${ownRules(organization_id)} AS own`),
    );
    return conflictsOf(standing, { table: segregationTable(rules!.own), direct: direct_delivery_classes });
  }
}

/** SQL: the goods of the stay `t` are of one of these classes. */
function isOfClass(words: string[]): Sql {
  const classes = STATED_CLASSES.filter((each) => words.some((word) => standsFor(word, each)));
  return sql`imdg_classes_of(t.dangerous_goods) && ${classes}::text[]`;
}

/** The page, or the file, with what stands against each container. */
function withConflicts(page: Page, conflicts: Conflicts): Page {
  const { rows, file } = page;
  if (!file) return { ...page, rows: new Json(`[${tell(rows.take().slice(1, -1), conflicts)}]`) };
  // the parts of a file are read after the handler has returned, and told in the language of its request
  const inThisScope = AsyncLocalStorage.snapshot();
  const parts = (async function* () {
    for await (const part of file.parts) yield inThisScope(() => tell(part, conflicts));
  })();
  return { ...page, file: new JsonParts(parts, file.total) };
}

/** Tells the conflicts in rows, which are JSON objects with commas between them. */
function tell(rows: string, conflicts: Conflicts): string {
  const shown = JSON.parse(`[${rows}]`) as { container: { id: number; number: string } }[];
  const told = shown.map((each) => {
    const found: PlacingWarning[] = (conflicts.get(each.container.id) ?? []).map(({ code, sentence }) => ({
      code,
      sentence,
      container: each.container,
    }));
    return JSON.stringify({ ...each, conflicts: toldWarnings(found) });
  });
  return told.join();
}
