import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { BillQuery } from './bill-of-lading.dto';
import { BillItem } from './bill-of-lading.view';
import { BillsService } from './bills.service';

@ApiTags('Cargo')
@Controller('bill_of_ladings')
export class BillsController {
  constructor(private readonly bills: BillsService) {}

  @Get()
  @Endpoint({
    summary: 'List the bills of lading of all voyages',
    description: 'To find a consignment of which only a number, a container or the receiver is known.',
    operationId: 'listBillsOfLading',
    returns: page('bill_of_ladings', BillItem),
    parties: { filters: ['q', 'number', 'container_number', 'consignee'] },
    errors: [404, 422],
  })
  list(@Query() query: BillQuery) {
    return this.bills.list(query);
  }
}
