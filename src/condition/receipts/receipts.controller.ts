import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { file, one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { PassesService } from './passes.service';
import { IssueQuery, PassQuery, ReceiptPdfQuery, ReceiptQuery } from './receipt.dto';
import { ReceiptShow } from './receipt.view';
import { ReceiptsService } from './receipts.service';

const PathVisit = () =>
  PathId('Truck visit', 'truck_visit_id', 'The id of the visit, as gating in answers it');

@ApiTags('Condition')
@Controller('receipts')
export class HandoverReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Get()
  @Endpoint({
    summary: 'List receipts',
    description: 'All issues of the receipts of what trucks brought and took, as they were issued.',
    operationId: 'listReceipts',
    returns: page('receipts', ReceiptShow),
    parties: {
      filters: ['number', 'status', 'type', 'container_number', 'truck', 'issued_from', 'issued_until'],
    },
    errors: [404, 422],
  })
  list(@Query() query: ReceiptQuery) {
    return this.receipts.list(query);
  }
}

@ApiTags('Condition')
@Controller('truck_visits/:truck_visit_id')
export class VisitReceiptsController {
  constructor(
    private readonly receipts: ReceiptsService,
    private readonly passes: PassesService,
  ) {}

  @Get('interchanges/:id/receipt')
  @Endpoint({
    summary: 'Show the receipt of an interchange',
    description: 'The last issue, or the one that `issue` names, as it was issued.',
    operationId: 'showReceipt',
    returns: one('receipt', ReceiptShow),
    parties: { filters: ['issue'] },
    errors: [404, 422],
  })
  show(
    @PathVisit() truck_visit_id: number,
    @PathId('Interchange') interchange_id: number,
    @Query() query: IssueQuery,
  ) {
    return this.receipts.show({ truck_visit_id, interchange_id }, query);
  }

  @Get('interchanges/:id/receipt.pdf')
  @Endpoint({
    summary: 'Show the receipt of an interchange as a PDF',
    description:
      'On a sheet of A5 or a roll of 80 mm, with a QR code of its number. The same issue makes the same bytes; a cancelled one says so across the page.',
    operationId: 'showReceiptPdf',
    returns: file('application/pdf'),
    parties: { filters: ['issue', 'paper'] },
    errors: [404, 422],
  })
  pdf(
    @PathVisit() truck_visit_id: number,
    @PathId('Interchange') interchange_id: number,
    @Query() query: ReceiptPdfQuery,
  ) {
    return this.receipts.pdf({ truck_visit_id, interchange_id }, query);
  }

  @Get('interchanges/:id/receipts')
  @Endpoint({
    summary: 'List the issues of the receipt of an interchange',
    description: 'The first one, each correction, and its cancellation.',
    operationId: 'listReceiptIssues',
    returns: page('receipts', ReceiptShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  issues(
    @PathVisit() truck_visit_id: number,
    @PathId('Interchange') interchange_id: number,
    @Query() query: PageQuery,
  ) {
    return this.receipts.ofHandover({ truck_visit_id, interchange_id }, query);
  }

  @Get('pass.pdf')
  @Endpoint({
    summary: 'Show the pass of a truck inside as a PDF',
    description: 'For the driver: what for, where to, and the slot of the appointment.',
    operationId: 'showPassPdf',
    returns: file('application/pdf'),
    parties: { filters: ['paper'] },
    errors: [404, 422],
  })
  pass(@PathVisit() truck_visit_id: number, @Query() { paper }: PassQuery) {
    return this.passes.pdf(truck_visit_id, paper);
  }
}
