import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { ShippingLineBody, ShippingLineQuery } from './shipping-line.dto';
import { ShippingLineCreated, ShippingLineShow } from './shipping-line.view';
import { ShippingLinesService } from './shipping-lines.service';

const PathLine = () => PathText('id', 'The id or the code of the shipping line', 'WHA');

@ApiTags('Parties')
@Controller('shipping_lines')
export class ShippingLinesController {
  constructor(private readonly lines: ShippingLinesService) {}

  @Get()
  @Endpoint({
    summary: 'List shipping lines',
    description: 'Found by a part of the name or by the whole code, each with its settings for messages.',
    returns: page('shipping_lines', ShippingLineShow),
    parties: { filters: ['name', 'code'] },
    errors: [400, 404],
  })
  list(@Query() query: ShippingLineQuery) {
    return this.lines.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a shipping line',
    description: 'By its id or its code; digits alone are an id first.',
    returns: one('shipping_line', ShippingLineShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathLine() idOrCode: string) {
    return this.lines.show(idOrCode);
  }

  @Post()
  @Endpoint({
    summary: 'Create a shipping line',
    description:
      'The code is what other records name it by. `edi_settings` makes the settings for messages with it.',
    returns: one('shipping_line', ShippingLineCreated),
    status: 201,
    errors: [400, 404],
  })
  create(@Body() body: ShippingLineBody) {
    return this.lines.create(body.shipping_line);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a shipping line',
    description:
      '`code` has to be sent, also where it stays; of the other fields only those that are sent change.',
    returns: one('shipping_line', ShippingLineShow),
    errors: [400, 404],
  })
  update(@PathLine() idOrCode: string, @Body() body: ShippingLineBody) {
    return this.lines.update(idOrCode, body.shipping_line);
  }
}
