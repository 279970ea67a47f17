import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { HistoryQuery } from '../../common/pagination/page-query';
import { HoldEventShow } from '../history/hold-event.view';
import { ApplyHoldBody } from '../applied-holds/lift';
import { LiftBillOfLadingHoldQuery, LiftBillOfLadingHoldRequest } from './bill-of-lading-hold.dto';
import { BillOfLadingHolds } from './bill-of-lading-holds.view';
import { BillOfLadingHoldsService } from './bill-of-lading-holds.service';

const PathManifest = () =>
  PathText(
    'manifest_client_identifier',
    'What the manifest is known by, percent-encoded where it has to be',
    'WHA-WP2611',
  );
const PathBill = () =>
  PathText('bill_of_lading_number', 'The number of the bill of lading in that manifest', 'WHA26110041');
const PathHold = () => PathId('Hold type', 'hold_id', 'The id of a hold, as the list has it');

@ApiTags('Holds')
@Controller('manifests/:manifest_client_identifier/bill_of_ladings/:bill_of_lading_number/holds')
export class BillOfLadingHoldsController {
  constructor(private readonly holds: BillOfLadingHoldsService) {}

  @Get()
  @Endpoint({
    summary: 'List the holds of a bill of lading',
    description: 'Those in force and those that can be applied; the list is not paged.',
    returns: one('bill_of_lading', BillOfLadingHolds),
    parties: { filters: [] },
    errors: [404],
  })
  list(@PathManifest() manifest: string, @PathBill() number: string) {
    return this.holds.list(manifest, number);
  }

  @Get(':hold_id/history')
  @Endpoint({
    summary: 'List what happened to the holds of a type on a bill of lading',
    description: 'Of all times that the type was applied to the bill.',
    operationId: 'listBillOfLadingHoldHistory',
    returns: page('histories', HoldEventShow),
    errors: [404, 422],
  })
  history(
    @PathManifest() manifest: string,
    @PathBill() number: string,
    @PathHold() hold_id: number,
    @Query() query: HistoryQuery,
  ) {
    return this.holds.history(manifest, number, hold_id, query);
  }

  @Put(':hold_id')
  @ApiBody({ type: ApplyHoldBody, required: false })
  @Endpoint({
    summary: 'Apply a hold to a bill of lading',
    description:
      'No container on the bill can leave the terminal before the hold is lifted. A body may say by what it is applied, and why.',
    returns: one('bill_of_lading', BillOfLadingHolds),
    errors: [404, 409, 422],
  })
  apply(
    @PathManifest() manifest: string,
    @PathBill() number: string,
    @PathHold() hold_id: number,
    @Body() { hold }: ApplyHoldBody,
  ) {
    return this.holds.apply(manifest, number, hold_id, hold ?? {});
  }

  @Delete(':hold_id')
  @ApiBody({ type: LiftBillOfLadingHoldRequest, required: false })
  @ApiQuery({ name: 'hold', type: LiftBillOfLadingHoldQuery, required: false, style: 'deepObject' })
  @Endpoint({
    summary: 'Lift a hold of a bill of lading',
    description:
      'For good, or until `lift_until`, when it comes back into force by itself. `hold` is read from the body, or else from the query: `?hold[reference_number]=CUS-1&hold[lift_until]=2026-11-30`.',
    returns: one('bill_of_lading', BillOfLadingHolds),
    errors: [404, 409, 422],
  })
  lift(
    @PathManifest() manifest: string,
    @PathBill() number: string,
    @PathHold() hold_id: number,
    @Body() body: LiftBillOfLadingHoldRequest,
    @Query() query: LiftBillOfLadingHoldRequest,
  ) {
    return this.holds.lift(manifest, number, hold_id, body.hold ?? query.hold);
  }
}
