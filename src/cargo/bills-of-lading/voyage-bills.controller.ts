import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { OptionalPageQuery } from '../../common/pagination/page-query';
import { PathVoyage } from '../../voyages/voyages/path-voyage';
import { VoyageBillQuery } from './voyage-bill.dto';
import { VoyageBillItem, VoyageBillShow } from './voyage-bill.view';
import { VoyageBillsService } from './voyage-bills.service';

@ApiTags('Cargo')
@Controller('voyages/:voyage_number/bill_of_ladings')
export class VoyageBillsController {
  constructor(private readonly bills: VoyageBillsService) {}

  @Get()
  @Endpoint({
    summary: 'List the bills of lading of a voyage, with their cargo',
    description: 'All of them, unless `page` or `per` asks for a page.',
    returns: page('bill_of_ladings', VoyageBillItem, { whole: true }),
    parties: { filters: [] },
    errors: [400, 404],
  })
  list(@PathVoyage() voyage_number: string, @Query() query: OptionalPageQuery) {
    return this.bills.list(voyage_number, query);
  }

  @Get(':bill_of_lading_number')
  @Endpoint({
    summary: 'Show a bill of lading of a voyage, with where its cargo is',
    description:
      'Two manifests of a voyage may have the number: `manifest_client_identifier` then says which one is meant.',
    returns: one('bill_of_lading', VoyageBillShow),
    parties: { filters: ['manifest_client_identifier'] },
    errors: [400, 404],
  })
  show(
    @PathVoyage() voyage_number: string,
    @PathText('bill_of_lading_number', 'The whole number of the bill, as its manifest has it', 'WHA26110041')
    number: string,
    @Query() query: VoyageBillQuery,
  ) {
    return this.bills.show(voyage_number, number, query);
  }
}
