import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { StaysService } from '../../cargo/stays/stays.service';
import { Db } from '../../common/database/db';
import { NotFound, Refused, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Columns } from '../../common/schema/columns';
import { containersOf, letGoOfVisits } from './announcement';
import { filterAnnouncements } from './announcement-filters';
import type { CreatePreAdvice, PreAdviceQuery, UpdatePreAdvice } from './pre-advice.dto';
import { PreAdvice } from './pre-advice.entity';
import { PreAdviceShow } from './pre-advice.view';
import { Purpose } from '../purposes/purpose.entity';
import { preAdviceModel } from './pre-advice.write';
import { record, recordUpdate } from '../../common/recording/record';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

@Injectable()
export class PreAdvicesService {
  constructor(
    private readonly db: Db,
    private readonly stays: StaysService,
  ) {}

  list(query: PreAdviceQuery): Promise<Page> {
    return filterAnnouncements(this.db.read(PreAdviceShow), query, 't.expected_at').page(query.request());
  }

  /** @throws NotFound */
  show(advice_number: string): Promise<Json> {
    return this.db
      .read(PreAdviceShow)
      .where(sql`t.advice_number = ${advice_number}`)
      .orNotFound('Pre-advice', advice_number);
  }

  /** @throws Invalid; Refused when the number is taken, or a truck, driver, company or purpose is refused */
  async create(input: CreatePreAdvice): Promise<Json> {
    const id = await preAdviceModel.create(this.db, input);
    await record(this.db, 'pre_advice.created', PreAdviceShow, id);
    return this.read(id);
  }

  /** @throws NotFound; Invalid; Refused as by `create`, and when the pre-advice is used */
  async update(advice_number: string, input: UpdatePreAdvice): Promise<Json> {
    const preAdvice = await this.locked(advice_number);
    await recordUpdate(this.db, 'pre_advice.updated', PreAdviceShow, preAdvice.id, () =>
      preAdviceModel.update(this.db, preAdvice, input),
    );
    return this.read(preAdvice.id);
  }

  /**
   * Deletes a pre-advice and returns it without purposes.
   * @throws NotFound; Refused when it is used
   */
  async remove(advice_number: string): Promise<Json> {
    const preAdvice = await this.locked(advice_number);
    if (preAdvice.used_at)
      throw new Refused({
        code: GATE.announcement_used,
        sentence: SAYS['announcement_used.pre_advice_deleted']({ pre_advice: advice_number }),
        records: naming('pre_advice', advice_number),
      });
    await record(this.db, 'pre_advice.deleted', PreAdviceShow, preAdvice.id);
    await letGoOfVisits(this.db, 'pre_advice_id', preAdvice.id);
    const brought = await containersOf(this.db, 'pre_advice_id', preAdvice.id, 'drop off');
    await this.db.removeAll(Purpose, { pre_advice_id: preAdvice.id });
    const deleted = await this.show(advice_number);
    await this.db.remove(PreAdvice, preAdvice.id, `Pre-advice '${advice_number}'`);
    await this.stays.release(brought);
    return deleted;
  }

  private async locked(advice_number: string): Promise<Columns<PreAdvice>> {
    const preAdvice = await this.db.find(PreAdvice, { advice_number }, { lock: true });
    if (!preAdvice) throw new NotFound('Pre-advice', advice_number);
    return preAdvice;
  }

  private read(id: number): Promise<Json> {
    return this.db.show(PreAdviceShow, id, 'Pre-advice');
  }
}
