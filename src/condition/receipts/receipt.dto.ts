import { IntersectionType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { INTERCHANGE_TYPES } from '../../gate/visits/interchange.entity';
import { RECEIPT_STATUSES } from './receipt.entity';

/** What receipts are printed on: a sheet of A5, or a roll of 80 mm. */
const PAPERS = ['a5', '80mm'] as const;
export type Paper = (typeof PAPERS)[number];

export class PassQuery {
  @In.oneOf(PAPERS, { description: 'A sheet of A5, or a roll of 80 mm; `a5` unless given' }) paper?: Paper;
}

export class IssueQuery {
  @In.int({ min: 1, description: 'Which issue; the last one unless given' }) issue?: number;
}

export class ReceiptPdfQuery extends IntersectionType(IssueQuery, PassQuery) {}

export class ReceiptQuery extends PageQuery {
  @In.text({ description: 'The number; all issues where it names none', example: 'EIR-2026-000123' })
  number?: string;
  @In.oneOf(RECEIPT_STATUSES, { description: 'Why it was issued' }) status?: string;
  @In.oneOf(INTERCHANGE_TYPES, { description: 'What trucks brought, or what they took' }) type?: string;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string;
  @In.text({ description: 'The id or the license plate of the truck', example: 'WH-472-B' }) truck?: string;
  @In.anyText({ description: 'The id, the code or the name of the haulier' }) trucking_company?: string[];
  @In.text({ description: 'The whole code of the line of the container', example: 'WHA' })
  shipping_line?: string;
  @In.time({ description: 'Issued at this time or later' }) issued_from?: string;
  @In.endTime({
    from: 'issued_from',
    description: 'Issued at this time or before; a date alone is the end of that day',
  })
  issued_until?: string;
}
