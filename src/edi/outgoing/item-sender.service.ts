import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { idOr } from '../../common/database/sql/references';
import { NotFound, Refused, together, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EDI } from '../edi.codes';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { EdiFlow } from '../partners/edi-flow.kind';
import { isOfFlow } from '../partners/flow-lines';
import { ComposingService, requireActive } from './composing.service';
import { EdiItemShow } from './edi-item.view';
import { CODE, type Flow, movementsOf } from './following';
import type { EdiItemQuery, TellContainers } from './outgoing.dto';

/** A container that is told again, with its last movement that a flow tells. */
interface Last {
  number: string;
  container_id: number | null;
  movement_id: number | null;
  of_flow: boolean;
}

/** Lists what flows tell, has containers told again, and messages composed. */
@Injectable()
export class ItemSender {
  constructor(
    private readonly db: Db,
    private readonly composing: ComposingService,
  ) {}

  list(query: EdiItemQuery): Promise<Page> {
    const number = query.container_number && normalizeContainerNumber(query.container_number);
    return this.db
      .read(EdiItemShow)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .refersTo('edi_flow', idOr('name'), query.flow)
      .filter(number, (container) => sql`t.container_number = ${container}`)
      .page(query.request());
  }

  /**
   * Has the last movements of containers told again.
   * @throws NotFound; Conflict for a flow that is not active; Unknown and Refused for containers
   */
  async tell(idOrName: string, { containers, function: told }: TellContainers): Promise<Json> {
    const flow = await this.active(idOrName);
    const numbers = [...new Set(containers.map(normalizeContainerNumber))];
    const last = await this.last(flow, numbers);
    const failure = together(
      last.flatMap((each) => {
        const field = `containers.${numbers.indexOf(each.number)}`;
        if (each.container_id === null) return new Unknown('Container', each.number, field);
        if (each.movement_id !== null && each.of_flow) return [];
        const sentence =
          each.movement_id === null
            ? `Container ${each.number} has no movement that '${flow.name}' tells.`
            : `The last movement of container ${each.number} is of a line that '${flow.name}' is not for.`;
        return new Refused({ code: EDI.nothing_to_tell, sentence, field });
      }),
    );
    if (failure) throw failure;
    const ids = await this.put(
      flow,
      last.map(({ movement_id }) => movement_id!),
      String(told ?? 9),
    );
    return this.db.read(EdiItemShow).where(among('t.id', ids)).all();
  }

  /**
   * Composes all that waits in a flow.
   * @throws NotFound; Conflict for a flow that is not active; Refused while a set-up is missing
   */
  async compose(idOrName: string): Promise<Json> {
    const { id } = await this.found(idOrName);
    const ids: number[] = [];
    for (let more = true; more;) {
      const made = await this.composing.composeNow(id);
      ids.push(...made.interchanges);
      more = made.more && made.interchanges.length > 0;
    }
    return this.db
      .read(EdiInterchangeShow)
      .where(sql`t.id = ANY(${ids}::bigint[])`)
      .all();
  }

  /** The last movement of containers that a flow tells and that stands. */
  private last(flow: Flow, numbers: string[]): Promise<Last[]> {
    const { organization_id } = this.db.actor;
    return this.db.query<Last>(sql`
      WITH named AS (
        SELECT w.number, w.place, c.id FROM unnest(${numbers}::text[]) WITH ORDINALITY w(number, place)
        LEFT JOIN containers c ON c.organization_id = ${organization_id} AND c.number = w.number
      ), steps AS (
        SELECT m.*, lead(m.movement_type) OVER (PARTITION BY m.container_id ORDER BY m.id) AS next
        FROM named c
        JOIN container_movements m ON m.organization_id = ${organization_id} AND m.container_id = c.id
          AND m.movement_type <> 'restow'
      ), last AS (
        SELECT DISTINCT ON (container_id) * FROM steps
        WHERE movement_type = ANY(${movementsOf(flow.message)}::text[]) AND next IS DISTINCT FROM 'reversal'
          AND (${flow.message} = 'CODECO' OR voyage_id IS NOT NULL)
        ORDER BY container_id, id DESC
      )
      SELECT w.number, w.id AS container_id, m.id AS movement_id, l.id IS NOT NULL AS of_flow
      FROM named w
      LEFT JOIN last m ON m.container_id = w.id
      LEFT JOIN edi_flows f ON f.organization_id = ${organization_id} AND f.id = ${flow.id}
      LEFT JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
      LEFT JOIN shipping_lines l ON l.organization_id = s.organization_id AND l.id = s.shipping_line_id
        AND ${isOfFlow('f')}
      ORDER BY w.place`);
  }

  /** Puts movements behind what waits; one that waits already is told as it is asked for now. Returns the items. */
  private async put(flow: Flow, movements: number[], told: string): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const items = await this.db.query<{ id: number }>(sql`
      WITH waiting AS (
        UPDATE edi_items i SET function = ${told}, held = false, updated_at = now()
        WHERE i.organization_id = ${organization_id} AND i.edi_flow_id = ${flow.id} AND i.status = 'waiting'
          AND i.function <> '1' AND i.movement_id = ANY(${movements}::bigint[])
        RETURNING i.id, i.movement_id
      ), made AS (
        INSERT INTO edi_items (organization_id, edi_flow_id, container_id, container_number, movement_id, stay_id,
          shipping_line_id, voyage_id, code, function, status)
        SELECT m.organization_id, ${flow.id}, c.id, c.number, m.id, m.stay_id, s.shipping_line_id, m.voyage_id, ${CODE},
          ${told}, 'waiting'
        FROM container_movements m
        JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
        JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
        WHERE m.organization_id = ${organization_id} AND m.id = ANY(${movements}::bigint[])
          AND m.id NOT IN (SELECT movement_id FROM waiting)
        ORDER BY m.id
        RETURNING id
      )
      SELECT id FROM waiting UNION ALL SELECT id FROM made ORDER BY id`);
    return items.map(({ id }) => id);
  }

  /** Locks a flow that tells something. Throws NotFound and Conflict. */
  private async active(idOrName: string): Promise<Flow> {
    const { id } = await this.found(idOrName);
    await this.db.query(sql`
      SELECT id FROM edi_flows WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}
      FOR NO KEY UPDATE`);
    const flow = await this.found(String(id));
    requireActive(flow, (await this.db.find(EdiPartner, { id: flow.partner_id }))!);
    return flow;
  }

  private async found(idOrName: string): Promise<Flow> {
    const flow = await this.db.findByIdOrKey(EdiFlow, 'name', idOrName.trim());
    if (!flow) throw new NotFound('EDI flow', idOrName);
    return flow;
  }
}
