import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Db } from '../../common/database/db';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { TallyMove } from './tally-move.kind';

/** The moves of the cranes, which the tallies show. */
@Injectable()
export class TallyMovesService extends SetupService {
  constructor(db: Db) {
    super(db, kindOf(TallyMove));
  }

  override create(input: KindInput): Promise<Json> {
    return super.create({ ...input, reference: input.reference ?? `TM-${randomUUID()}` });
  }

  /** Container numbers are written as they are stored (decision 39). */
  protected override columns(input: KindInput): Promise<Partial<Row>> {
    const { container, containers } = input as { container?: string | null; containers?: string[] | null };
    return super.columns({
      ...input,
      container: container && normalizeContainerNumber(container),
      containers: containers && containers.map(normalizeContainerNumber),
    });
  }
}
