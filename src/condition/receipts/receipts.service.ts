import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { idOr, key } from '../../common/database/sql/references';
import { DocumentThreads } from '../../common/documents/document-threads';
import { NotFound } from '../../common/errors/errors';
import { FilesService } from '../../common/files/files.service';
import { FileAnswer } from '../../common/file-answer';
import { HOME } from '../../common/home';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { isTheirs } from '../../common/party-wall/party-wall';
import { Interchange } from '../../gate/visits/interchange.entity';
import { COMPANY_KEY } from '../../parties/setup/trucking-company-reference';
import { PLATE_OR_ID } from '../../parties/trucks/plate';
import type { IssueQuery, Paper, ReceiptPdfQuery, ReceiptQuery } from './receipt.dto';
import { Receipt } from './receipt.entity';
import { receiptSlip } from './receipt-slip';
import { ReceiptShow } from './receipt.view';
import type { Slip } from './slip';

/** Which handover: the visit and its interchange. */
interface Handover {
  truck_visit_id: number;
  interchange_id: number;
}

const SLIP = { filename: join(HOME, 'dist/src/condition/receipts/draw-slip.js') };

/** The longer side of a signature on paper: 200 dots an inch of half a sheet. */
const SIGNATURE_PIXELS = 640;

/** Shows receipts as they were issued, and draws them. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly db: Db,
    private readonly threads: DocumentThreads,
    private readonly files: FilesService,
  ) {}

  list(query: ReceiptQuery): Promise<Page> {
    return this.db
      .read(ReceiptShow)
      .filter(query.number?.trim(), (number) => sql`(t.number = ${number} OR t.number ^@ ${`${number}/`})`)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(query.type, (type) => sql`t.type = ${type}`)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('truck', PLATE_OR_ID, query.truck)
      .refersTo('trucking_company', COMPANY_KEY, query.trucking_company)
      .refersTo('shipping_line', idOr('code'), query.shipping_line)
      .since(query.issued_from, (from) => sql`t.issued_at >= ${from}`)
      .skewed(query.issued_until, (until) => sql`t.issued_at <= ${until}`)
      .page(query.request());
  }

  /** All issues of a handover. Throws NotFound for an interchange that is not there. */
  async ofHandover({ truck_visit_id, interchange_id }: Handover, query: PageQuery): Promise<Page> {
    if (!(await this.db.find(Interchange, { id: interchange_id, truck_visit_id })))
      throw new NotFound('Interchange', interchange_id);
    return this.db
      .read(ReceiptShow)
      .where(sql`t.truck_visit_id = ${truck_visit_id} AND t.interchange_id = ${interchange_id}`)
      .page(query.request());
  }

  /** The last issue of a receipt, or the one that is named. Throws NotFound. */
  show({ truck_visit_id, interchange_id }: Handover, { issue }: IssueQuery): Promise<Json> {
    const { actor, dataSource } = this.db;
    return this.db
      .read(ReceiptShow)
      .where(
        sql`t.id = (
          SELECT r.id FROM receipts r
          WHERE r.organization_id = ${actor.organization_id} AND r.truck_visit_id = ${truck_visit_id}
            AND r.interchange_id = ${interchange_id} AND r.issue = coalesce(${issue ?? null}::integer, r.issue)
            AND ${isTheirs(dataSource, Receipt, 'r', actor)}
          ORDER BY r.issue DESC LIMIT 1)`,
      )
      .orNotFound('Receipt');
  }

  /** The same as a PDF. Throws NotFound, and Unavailable when too many documents of the organization wait. */
  pdf(handover: Handover, { paper, ...query }: ReceiptPdfQuery): Promise<FileAnswer> {
    return this.draw(async () => {
      const { text } = await this.show(handover, query);
      const receipt = JSON.parse(text) as ReceiptShow;
      const slip = receiptSlip(receipt);
      const { signature_file_id } = receipt;
      if (slip.signs && signature_file_id)
        slip.signs.picture = await this.files.smaller(signature_file_id, SIGNATURE_PIXELS);
      return slip;
    }, paper);
  }

  /** One issue by its id, as the owners of its stay see it: without the driver and the signature. Throws NotFound. */
  async forOwners(id: number): Promise<ReceiptShow> {
    const { text } = await this.db.show(ReceiptShow, id, 'Receipt');
    return {
      ...(JSON.parse(text) as ReceiptShow),
      driver_name: null,
      driver_license: null,
      signature_file_id: null,
    };
  }

  /** A slip as a PDF, in the turns of documents. */
  draw(make: () => Promise<Slip>, paper: Paper = 'a5'): Promise<FileAnswer> {
    return this.threads.inTurn(async (signal) => {
      const slip = await make();
      const drawn = await this.threads.draw(SLIP, { slip, paper }, signal);
      return new FileAnswer('application/pdf', drawn, `${slip.file}.pdf`);
    });
  }
}
