import { Controller, Get, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Endpoint, type EndpointOptions } from '../../common/endpoint/endpoint';
import { message } from '../../common/endpoint/returns';
import { Refused } from '../../common/errors/errors';
import { DCSA } from './dcsa.codes';

const NONE: EndpointOptions = {
  summary: 'Subscribe to Track & Trace',
  description: 'There are no subscriptions.',
  returns: message(),
  role: 'read',
  errors: [501],
};

/** Where the standard has subscriptions, which are webhooks here. */
@ApiExcludeController()
@Controller('dcsa/v2/event-subscriptions')
export class SubscriptionsController {
  @Get()
  @Endpoint(NONE)
  list(): never {
    throw refused();
  }

  @Post()
  @Endpoint(NONE)
  create(): never {
    throw refused();
  }
}

function refused(): Refused {
  return new Refused({
    code: DCSA.no_subscriptions,
    sentence:
      'There are no subscriptions to Track & Trace: create a webhook endpoint (POST /webhook_endpoints).',
    status: 501,
  });
}
