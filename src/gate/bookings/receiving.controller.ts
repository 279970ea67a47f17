import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { ReceivingQuery } from './receiving.dto';
import { ReceivingService } from './receiving.service';
import { Receiving } from './receiving.view';

@ApiTags('Gate')
@Controller('bookings')
export class ReceivingController {
  constructor(private readonly receiving: ReceivingService) {}

  @Get(':number/receiving')
  @Endpoint({
    summary: 'Tell whether containers are received for a booking',
    description:
      'By the rules that the gate asks: its voyage, the cut-off, and how many of its quantity came. Of a container that is named, also whether it is here, is expected by a voyage, or is of another line or type.',
    returns: bare(Receiving),
    parties: { filters: [] },
    errors: [404, 422],
    speaks: true,
  })
  show(
    @PathText('number', 'The number of the booking', 'WHA331057') number: string,
    @Query() query: ReceivingQuery,
  ) {
    return this.receiving.ofBooking(number, query);
  }
}
