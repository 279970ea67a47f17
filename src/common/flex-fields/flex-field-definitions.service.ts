import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { toId } from '../database/sql/conditions';
import { Db } from '../database/db';
import type { Reader } from '../database/read/reader';
import type { Columns } from '../schema/columns';
import { Conflict, NotFound } from '../errors/errors';
import { kindOf } from '../setup/kind';
import type { Json } from '../json';
import { KindInput, SetupService } from '../setup/setup.service';
import { FlexFieldDefinition } from './flex-field-definition.kind';
import { flexFieldDefinitionModel, inUse, usedOf } from './flex-field-definition.write';
import { COMMON } from '../errors/codes';

/** Flex field definitions. A definition that a record has a value of is not deleted. */
@Injectable()
export class FlexFieldDefinitionsService extends SetupService<FlexFieldDefinition> {
  constructor(db: Db) {
    super(db, kindOf(FlexFieldDefinition), flexFieldDefinitionModel);
  }

  override async show(idOrName: string): Promise<Json> {
    return this.read((await this.find(idOrName)).id);
  }

  /** @throws NotFound, and Conflict while a record has a value of it */
  override async remove(name: string): Promise<string> {
    const definition = await this.find(name, { lock: true });
    if ((await usedOf(this.db, [definition])).size)
      throw new Conflict({ code: COMMON.in_use, sentence: inUse(definition) });
    return super.remove(name);
  }

  /** One name may belong to several types of record. Throws NotFound, and Conflict when it is ambiguous. */
  protected override async find(
    idOrName: string,
    options?: { lock?: boolean },
  ): Promise<Columns<FlexFieldDefinition>> {
    const id = toId(idOrName);
    const byId = id && (await this.db.find(FlexFieldDefinition, { id }, options));
    if (byId) return byId;
    const named = await this.db.findAll(FlexFieldDefinition, { canonical_name: idOrName.trim() }, options);
    if (!named.length) throw new NotFound('Flex field definition', idOrName);
    if (named.length > 1)
      throw new Conflict({
        code: COMMON.ambiguous_reference,
        sentence: `Several types of record have a field '${idOrName}': say which one by its id.`,
      });
    return named[0]!;
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .filter(query.record_type as string, (type) => sql`t.record_type = ${type}`);
  }
}
