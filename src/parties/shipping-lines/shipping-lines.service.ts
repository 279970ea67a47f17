import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { contains } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Values } from '../../common/schema/columns';
import { Agent } from '../setup/agent.kind';
import { EdiSettingsService } from './edi-settings.service';
import type { ShippingLineFields, ShippingLineQuery } from './shipping-line.dto';
import { ShippingLine } from './shipping-line.entity';
import { ShippingLineCreated, ShippingLineShow } from './shipping-line.view';

@Injectable()
export class ShippingLinesService {
  constructor(
    private readonly db: Db,
    private readonly ediSettings: EdiSettingsService,
  ) {}

  list(query: ShippingLineQuery): Promise<Page> {
    return this.db
      .read(ShippingLineShow)
      .filter(query.name, (name) => contains('t.name', name))
      .filter(query.code, (code) => sql`t.code = ${code}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(idOrCode: string): Promise<Json> {
    return this.read(ShippingLineShow, await this.find(idOrCode));
  }

  /** @throws Refused when the code is taken, or the parent or the agent unknown */
  async create(input: ShippingLineFields): Promise<Json> {
    const id = await this.db.insert(ShippingLine, await this.columns(input));
    await this.refuseCircle(id, input);
    await this.ediSettings.write(id, input.edi_settings);
    return this.read(ShippingLineCreated, id);
  }

  /** @throws NotFound, and Refused as create does, or when the line would become its own ancestor */
  async update(idOrCode: string, input: ShippingLineFields): Promise<Json> {
    await this.lockTree(input);
    const id = await this.find(idOrCode);
    await this.db.update(ShippingLine, id, await this.columns(input));
    await this.refuseCircle(id, input);
    await this.ediSettings.write(id, input.edi_settings);
    return this.read(ShippingLineShow, id);
  }

  private async columns(input: ShippingLineFields): Promise<Values<ShippingLine>> {
    const { agent: _agent, edi_settings: _settings, ...fields } = input;
    const agent_id = await this.db.reference(Agent, 'name', 'agent', input);
    return { ...fields, agent_id };
  }

  /** One change of an organization's tree at a time, since two at once could close a circle between them. */
  private async lockTree({ parent_id }: ShippingLineFields): Promise<void> {
    if (!parent_id) return;
    await this.db.query(
      sql`SELECT FROM organizations WHERE id = ${this.db.actor.organization_id} FOR NO KEY UPDATE`,
    );
  }

  /** A line never is its own ancestor (decision 22). */
  private async refuseCircle(id: number, { parent_id }: ShippingLineFields): Promise<void> {
    if (!parent_id) return;
    const { organization_id } = this.db.actor;
    const [circle] = await this.db.query(sql`
      WITH RECURSIVE ancestors (id) AS (
        SELECT parent_id FROM shipping_lines WHERE organization_id = ${organization_id} AND id = ${id}
        UNION
        SELECT l.parent_id FROM shipping_lines l JOIN ancestors a ON a.id = l.id
        WHERE l.organization_id = ${organization_id}
      )
      SELECT FROM ancestors WHERE id = ${id}`);
    if (circle)
      throw new Refused('Parent must be neither the line itself nor a line below it.', {
        field: 'parent_id',
      });
  }

  private async find(idOrCode: string): Promise<number> {
    const line = await this.db.findByIdOrKey(ShippingLine, 'code', idOrCode);
    if (!line) throw new NotFound(`Shipping line '${idOrCode}'`);
    return line.id;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db
      .read(view)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Shipping line ${id}`);
  }
}
