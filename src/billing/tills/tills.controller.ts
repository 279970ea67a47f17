import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { CloseTill, OpenTill, TillClosingQuery } from './till.dto';
import { Till } from './till.kind';
import { TillClosingShow } from './till-closing.view';
import { TillsService } from './tills.service';

const { Show } = kindClasses(kindOf(Till));
const PathTill = () => PathText('name', 'The id or the name', 'Desk 1');

/** What is done with tills beyond those of a set-up kind. */
@ApiTags('Billing')
@Controller()
export class TillsController {
  constructor(private readonly tills: TillsService) {}

  @Post('tills/:name/open')
  @Endpoint({
    summary: 'Open a till',
    operationId: 'openTill',
    description: 'With the cash that is in it. It takes payments from then on.',
    returns: one('till', Show),
    status: 200,
    errors: [404, 409, 422],
  })
  open(@PathTill() name: string, @Body() body: OpenTill) {
    return this.tills.open(name, body);
  }

  @Post('tills/:name/close')
  @Endpoint({
    summary: 'Count and close a till',
    operationId: 'closeTill',
    description:
      'Makes a closing that is kept as it is: what was expected by way, what was counted, the difference, and the payments since its opening. A payment that is reversed later counts as out in the next one.',
    returns: one('till_closing', TillClosingShow),
    status: 201,
    errors: [404, 409, 422],
  })
  close(@PathTill() name: string, @Body() body: CloseTill) {
    return this.tills.close(name, body);
  }

  @Get('till_closings')
  @Endpoint({
    summary: 'List closings of tills',
    operationId: 'listTillClosings',
    description: 'What tills were found to hold. A file has a row for each payment.',
    returns: page('till_closings', TillClosingShow, { rows: 'payments' }),
    errors: [422],
  })
  closings(@Query() query: TillClosingQuery) {
    return this.tills.closings(query);
  }

  @Get('till_closings/:id')
  @Endpoint({
    summary: 'Show a closing of a till',
    operationId: 'showTillClosing',
    description: 'By its id or number, as it was made.',
    returns: one('till_closing', TillClosingShow),
    errors: [404, 422],
  })
  closing(@PathText('id', 'The id or the number', '1') idOrNumber: string) {
    return this.tills.showClosing(idOrNumber);
  }
}
