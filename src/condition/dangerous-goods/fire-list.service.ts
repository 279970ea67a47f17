import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { row } from '../../common/database/sql/query';
import { DocumentThreads } from '../../common/documents/document-threads';
import { dayAt, momentIn } from '../../common/documents/local-moment';
import { COMMON } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import { FileAnswer } from '../../common/file-answer';
import { HOME } from '../../common/home';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { CONDITION_SAYS } from '../condition.sentences';
import type { FireListQuery } from './dangerous-goods.dto';
import { DangerousGoodsService } from './dangerous-goods.service';
import type { FireList } from './fire-list';
import { fireAreas, type ShownContainer, terminalsOf } from './fire-list.rules';

const FIRE_LIST = { filename: join(HOME, 'dist/src/condition/dangerous-goods/draw-fire-list.js') };

/** The most rows of a list, one for each of the goods of a container. */
const MOST_ROWS = 5_000;

/** Draws the dangerous goods that are here for the fire brigade (decision 969). */
@Injectable()
export class FireListService {
  constructor(
    private readonly db: Db,
    private readonly goods: DangerousGoodsService,
    private readonly threads: DocumentThreads,
  ) {}

  /** @throws Refused for too many rows; Unavailable when too many documents of the organization wait */
  pdf(query: FireListQuery): Promise<FileAnswer> {
    return this.threads.inTurn(async (signal) => {
      const list = await this.read(query);
      const drawn = await this.threads.draw(FIRE_LIST, list, signal);
      return new FileAnswer('application/pdf', drawn, `dangerous-goods-${list.day}.pdf`);
    });
  }

  private async read(query: FireListQuery): Promise<FireList> {
    const { organization_id, time_zone, weight_unit } = this.db.actor;
    const { text } = await this.goods.all(query);
    const boxes = JSON.parse(text) as ShownContainer[];
    if (boxes.reduce((count, { dangerous_goods }) => count + dangerous_goods.length, 0) > MOST_ROWS)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: CONDITION_SAYS['answer_too_large.fire_list']({ count: MOST_ROWS }),
        field: 'yard_area',
      });
    const organization = await this.db.run(
      row<{ name: string; language: InvoiceLanguage | null }>(
        sql`SELECT o.name, o.language FROM organizations o WHERE o.id = ${organization_id}`,
      ),
    );
    const language = organization!.language ?? 'en';
    const now = new Date().toISOString();
    return {
      language,
      organization: organization!.name,
      terminals: terminalsOf(boxes),
      day: dayAt(now, time_zone),
      moment: momentIn(language, now, time_zone),
      weight_unit,
      areas: fireAreas(boxes, { language, time_zone }),
    };
  }
}
