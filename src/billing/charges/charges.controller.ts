import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { CHARGE_GROUPS, ChargeCountQuery, ChargeQuery, WaiveCharge } from './charge.dto';
import { ChargeShow } from './charge.view';
import { ChargesService } from './charges.service';

/**
 * The filters on what a customer sees of its charges. It need not have to do with the stay, so those on the booking and the
 * voyages of that are closed.
 */
const OPEN_FILTERS = [
  'container_number',
  'container_stay_id',
  'bill_of_lading_number',
  'charge_code',
  'kind',
  'status',
  'occurred_from',
  'occurred_until',
  'invoice_number',
  'currency',
];

const ChargeCounts = countsOf('Charge', CHARGE_GROUPS);

@ApiTags('Billing')
@Controller()
export class ChargesController {
  constructor(private readonly charges: ChargesService) {}

  @Get('charges')
  @Endpoint({
    summary: 'List charges',
    description:
      'What was charged for whom, why, and how far it has come. Charges never change: adjustments correct them.',
    returns: page('charges', ChargeShow),
    parties: { filters: OPEN_FILTERS },
    errors: [422],
  })
  list(@Query() query: ChargeQuery) {
    return this.charges.list(query);
  }

  @Get('charges/counts')
  @Endpoint({
    summary: 'Count charges',
    description: 'By what `by` says, of the charges that the filters of the list leave.',
    returns: bare(ChargeCounts),
    errors: [404, 422],
  })
  count(@Query() query: ChargeCountQuery) {
    return this.charges.counts(query);
  }

  @Get('charges/:id')
  @Endpoint({
    summary: 'Show a charge',
    description: 'With how it was reckoned, and the invoice that it is on.',
    returns: one('charge', ChargeShow),
    parties: { filters: [] },
    errors: [404],
  })
  show(@PathId('Charge') id: number) {
    return this.charges.show(id);
  }

  @Post('charges/:id/waive')
  @Endpoint({
    summary: 'Waive a charge, or part of it',
    description:
      'Answers the waiver, which stands beside the charge. It is not charged again, and tiers go on counting. What is on an invoice or a draft is credited there.',
    returns: one('charge', ChargeShow),
    status: 200,
    errors: [404, 409, 422],
  })
  waive(@PathId('Charge') id: number, @Body() body: WaiveCharge) {
    return this.charges.waive(id, body);
  }

  @Get('invoices/:id/charges')
  @Endpoint({
    summary: 'List the charges on an invoice',
    operationId: 'listChargesOfInvoice',
    description: 'Those that its lines put together.',
    returns: page('charges', ChargeShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  ofInvoice(@PathText('id', 'The id or the number', '1') idOrNumber: string, @Query() query: PageQuery) {
    return this.charges.ofInvoice(idOrNumber, query);
  }
}
