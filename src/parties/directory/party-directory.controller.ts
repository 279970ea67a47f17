import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { PartyDirectory, PartyDirectoryQuery } from './party-directory.dto';
import { PartyDirectoryService } from './party-directory.service';

@ApiTags('Parties')
@Controller('party_directory')
export class PartyDirectoryController {
  constructor(private readonly directory: PartyDirectoryService) {}

  @Get()
  @Endpoint({
    summary: 'Find hauliers and forwarders to name',
    description:
      'Those that are `listed`, by a part of their code or name; 20 of them, by name. Without `q` there are none.',
    operationId: 'listPartyDirectory',
    returns: bare(PartyDirectory),
    parties: { filters: ['type', 'q'] },
    errors: [422],
  })
  search(@Query() query: PartyDirectoryQuery) {
    return this.directory.search(query);
  }
}
