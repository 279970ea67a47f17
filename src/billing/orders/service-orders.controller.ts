import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { CancelServiceOrder, CompleteServiceOrder } from './service-order.dto';
import { ORDERING, ServiceOrder } from './service-order.kind';
import { ServiceOrdersService } from './service-orders.service';

const PathOrder = () => PathText('number', 'The id or the number', 'SO00000012');
const { Show } = kindClasses(kindOf(ServiceOrder));
const ALSO_OF = ['gate', 'quay'];

/** What is done with service orders beyond those of a set-up kind. */
@ApiTags('Set-up')
@Controller('service_orders')
export class ServiceOrdersController {
  constructor(private readonly orders: ServiceOrdersService) {}

  @Post(':number/complete')
  @Endpoint({
    summary: 'Complete a service order',
    description: 'From then on it is charged. Its time may be up to a minute ahead.',
    returns: one('service_order', Show),
    alsoOf: ALSO_OF,
    errors: [404, 409, 422],
  })
  complete(@PathOrder() number: string, @Body() body: CompleteServiceOrder) {
    return this.orders.complete(number, body);
  }

  @Post(':number/cancel')
  @Endpoint({
    summary: 'Cancel a service order',
    description:
      'Also one that is done: what was charged for it is taken back. A party cancels what it ordered until it is done.',
    returns: one('service_order', Show),
    alsoOf: ALSO_OF,
    parties: { filters: [], by: ORDERING },
    errors: [404, 409, 422],
  })
  cancel(@PathOrder() number: string, @Body() { reason }: CancelServiceOrder) {
    return this.orders.cancel(number, reason);
  }
}
