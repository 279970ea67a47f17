import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { CreateNomination, NominationQuery, RevokeNomination } from './nomination.dto';
import { NominationGiven, NominationShow } from './nomination.view';
import { NominationsService } from './nominations.service';

const PathNomination = () => PathText('number', 'The number of the nomination', 'NM00000012');

@ApiTags('Gate')
@Controller('nominations')
export class NominationsController {
  constructor(private readonly nominations: NominationsService) {}

  @Get()
  @Endpoint({
    summary: 'List nominations',
    description:
      'Who may collect what, from the first one on. A party is told of those of its chains, down from itself.',
    returns: page('nominations', NominationShow),
    parties: { filters: ['status', 'container_number', 'bill_of_lading_number', 'to'] },
    errors: [404, 422],
  })
  list(@Query() query: NominationQuery) {
    return this.nominations.list(query);
  }

  @Get(':number')
  @Endpoint({
    summary: 'Show a nomination',
    description: 'By its number, with how far it has come.',
    returns: one('nomination', NominationShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathNomination() number: string) {
    return this.nominations.show(number);
  }

  @Post()
  @Endpoint({
    summary: 'Give the right to collect, or pass it on',
    description:
      'Consignees and the shipping line give it, forwarders and hauliers that hold it pass it on; the terminal does so for any of them. Only the last of a chain may collect. Whoever holds one for a bill of lading or a booking may also pass single containers of it on, and keeps the rest. Where another chain has begun for one of its containers, the terminal is warned (`other_nomination`).',
    returns: bare(NominationGiven),
    parties: { filters: [], guesses: true },
    status: 201,
    speaks: true,
    errors: [404, 409, 422],
  })
  create(@Body() body: CreateNomination) {
    return this.nominations.create(body);
  }

  @Post(':number/revoke')
  @Endpoint({
    summary: 'Take the right to collect back',
    description:
      'By who gave it, by those above in the chain, or by the terminal. All behind it fall, and so does what was announced because of them.',
    returns: one('nomination', NominationShow),
    parties: { filters: [] },
    errors: [404, 409, 422],
  })
  revoke(@PathNomination() number: string, @Body() { reason }: RevokeNomination) {
    return this.nominations.revoke(number, reason);
  }
}
