import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { Ledger, LedgerQuery } from './ledger';
import { LedgerService } from './ledger.service';

@ApiTags('Billing')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get()
  @Endpoint({
    summary: 'Show the ledger',
    description:
      'The documents and payments of some days as bookings: what was debited to which account, and what credited. Both have one sum.',
    operationId: 'showLedger',
    returns: bare(Ledger),
    errors: [422],
  })
  show(@Query() query: LedgerQuery) {
    return this.ledger.of(query);
  }
}
