import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { bare, page } from '../../common/endpoint/returns';
import { HistoryQuery } from '../../common/pagination/page-query';
import { HoldEventShow } from '../history/hold-event.view';
import { ApplyHoldBody } from '../applied-holds/lift';
import { LiftContainerHoldBody } from './container-hold.dto';
import { ContainerHoldApplied, ContainerHolds, LiftedContainerHold } from './container-hold.view';
import { ContainerHoldsService } from './container-holds.service';

const PathContainer = () =>
  PathText('container_number', 'The number of the container, in any case', 'WHAU4142033');

@ApiTags('Holds')
@Controller('containers/:container_number/holds')
export class ContainerHoldsController {
  constructor(private readonly holds: ContainerHoldsService) {}

  @Get()
  @Endpoint({
    summary: 'List the holds of a container',
    description:
      'All of them, in force and lifted, and those of bills of lading that hold it as well; the list is not paged.',
    returns: bare(ContainerHolds),
    parties: { filters: [] },
    errors: [404, 409],
  })
  list(@PathContainer() number: string) {
    return this.holds.list(number);
  }

  @Get(':id/history')
  @Endpoint({
    summary: 'List what happened to a hold of a container',
    description:
      'Applied, lifted, come back after a lift for a time: each with who did it and what was noted.',
    operationId: 'listContainerHoldHistory',
    returns: page('histories', HoldEventShow),
    errors: [404, 422],
  })
  history(
    @PathContainer() number: string,
    @PathId('Container hold', 'id', 'The id of the hold') id: number,
    @Query() query: HistoryQuery,
  ) {
    return this.holds.history(number, id, query);
  }

  @Put(':id/lift')
  @ApiBody({ type: LiftContainerHoldBody, required: false })
  @Endpoint({
    summary: 'Lift a hold of a container',
    description:
      'For good, or until `lift_until`, when it comes back into force by itself. A lift for a time may be moved, or made for good.',
    returns: bare(LiftedContainerHold),
    errors: [404, 409, 422],
  })
  lift(
    @PathContainer() number: string,
    @PathId('Container hold', 'id', 'The id of the hold') id: number,
    @Body() { hold }: LiftContainerHoldBody,
  ) {
    return this.holds.lift(number, id, hold ?? {});
  }

  @Put(':hold_type_id/apply')
  @ApiBody({ type: ApplyHoldBody, required: false })
  @Endpoint({
    summary: 'Apply a hold to a container',
    description:
      'The container cannot leave the terminal before the hold is lifted. A body may say by what it is applied, and why.',
    returns: bare(ContainerHoldApplied),
    errors: [404, 409, 422],
  })
  apply(
    @PathContainer() number: string,
    @PathId('Hold type', 'hold_type_id', 'The id of a hold type for containers') hold_type_id: number,
    @Body() { hold }: ApplyHoldBody,
  ) {
    return this.holds.apply(number, hold_type_id, hold ?? {});
  }
}
