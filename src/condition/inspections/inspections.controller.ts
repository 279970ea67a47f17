import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { CreateInspection, InspectionQuery, UpdateInspection } from './inspection.dto';
import { InspectionShow } from './inspection.view';
import { InspectionsService } from './inspections.service';

const ERRORS = [404, 409, 422];
const PathVisit = () =>
  PathId('Truck visit', 'truck_visit_id', 'The id of the visit, as gating in answers it');
const PathInterchange = () => PathId('Interchange', 'id', 'The id of one of its interchanges');
const PathTally = () => PathId('Tally', 'id', 'The id of the tally');
const PathMove = () => PathId('Tally move', 'move_id', 'The id of one of the moves of the tally');

@ApiTags('Condition')
@Controller()
export class InspectionsController {
  constructor(private readonly inspections: InspectionsService) {}

  @Post('truck_visits/:truck_visit_id/interchanges/:id/inspection')
  @Endpoint({
    summary: 'Inspect the container of an interchange',
    description:
      'One look at what the truck brings or takes, before the handover is completed or after, once (409). Its `damages` are written with it, all or none; one that is known is refused (409), unless it says `again`.',
    operationId: 'inspectInterchange',
    returns: one('inspection', InspectionShow),
    status: 201,
    speaks: true,
    errors: ERRORS,
  })
  ofInterchange(@PathVisit() visit: number, @PathInterchange() id: number, @Body() body: CreateInspection) {
    return this.inspections.createOf({ type: 'interchange', id }, visit, body);
  }

  @Get('truck_visits/:truck_visit_id/interchanges/:id/inspection')
  @Endpoint({
    summary: 'Show the inspection of an interchange',
    description: 'What was seen of its container; 404 where nobody looked.',
    operationId: 'showInspectionOfInterchange',
    returns: one('inspection', InspectionShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  showOfInterchange(@PathVisit() visit: number, @PathInterchange() id: number) {
    return this.inspections.showOf({ type: 'interchange', id }, visit);
  }

  @Patch('truck_visits/:truck_visit_id/interchanges/:id/inspection')
  @Endpoint({
    summary: 'Correct the inspection of an interchange',
    description: 'While the truck is inside (409 otherwise). Its damages are corrected by themselves.',
    operationId: 'updateInspectionOfInterchange',
    returns: one('inspection', InspectionShow),
    speaks: true,
    errors: ERRORS,
  })
  updateOfInterchange(
    @PathVisit() visit: number,
    @PathInterchange() id: number,
    @Body() body: UpdateInspection,
  ) {
    return this.inspections.updateOf({ type: 'interchange', id }, visit, body);
  }

  @Post('tallies/:id/moves/:move_id/inspection')
  @Endpoint({
    summary: 'Inspect the container of a crane move',
    description:
      'One look at what the crane discharges or loads, once (409). Its `damages` are written with it, all or none; one that is known is refused (409), unless it says `again`.',
    operationId: 'inspectTallyMove',
    returns: one('inspection', InspectionShow),
    status: 201,
    speaks: true,
    errors: ERRORS,
  })
  ofMove(@PathTally() tally: number, @PathMove() id: number, @Body() body: CreateInspection) {
    return this.inspections.createOf({ type: 'tally_move', id }, tally, body);
  }

  @Get('tallies/:id/moves/:move_id/inspection')
  @Endpoint({
    summary: 'Show the inspection of a crane move',
    description: 'What was seen of its container; 404 where nobody looked.',
    operationId: 'showInspectionOfTallyMove',
    returns: one('inspection', InspectionShow),
    errors: [404, 422],
  })
  showOfMove(@PathTally() tally: number, @PathMove() id: number) {
    return this.inspections.showOf({ type: 'tally_move', id }, tally);
  }

  @Patch('tallies/:id/moves/:move_id/inspection')
  @Endpoint({
    summary: 'Correct the inspection of a crane move',
    description: 'While the tally is open (409 otherwise). Its damages are corrected by themselves.',
    operationId: 'updateInspectionOfTallyMove',
    returns: one('inspection', InspectionShow),
    speaks: true,
    errors: ERRORS,
  })
  updateOfMove(@PathTally() tally: number, @PathMove() id: number, @Body() body: UpdateInspection) {
    return this.inspections.updateOf({ type: 'tally_move', id }, tally, body);
  }

  @Post('containers/:number/inspections')
  @Endpoint({
    summary: 'Inspect a container',
    description:
      'One look apart from a handover. Its `damages` are written with it, all or none; one that is known is refused (409), unless it says `again`.',
    operationId: 'inspectContainer',
    returns: one('inspection', InspectionShow),
    status: 201,
    speaks: true,
    errors: ERRORS,
  })
  create(@PathContainer() number: string, @Body() body: CreateInspection) {
    return this.inspections.create(number, body);
  }

  @Get('containers/:number/inspections')
  @Endpoint({
    summary: 'List the inspections of a container',
    description: 'Of all its stays, in the order in which they were entered.',
    operationId: 'listInspectionsOfContainer',
    returns: page('inspections', InspectionShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  ofContainer(@PathContainer() number: string, @Query() query: PageQuery) {
    return this.inspections.ofContainer(number, query);
  }

  @Get('inspections')
  @Endpoint({
    summary: 'List inspections of containers',
    description: 'Of all containers, in the order in which they were entered.',
    operationId: 'listInspections',
    returns: page('inspections', InspectionShow),
    parties: { filters: ['condition', 'container_number', 'at_from', 'at_until'] },
    errors: [404, 422],
  })
  list(@Query() query: InspectionQuery) {
    return this.inspections.list(query);
  }

  @Get('inspections/:id')
  @Endpoint({
    summary: 'Show an inspection',
    description: 'By its id, with the damages that it found, and those that were open before it.',
    operationId: 'showInspection',
    returns: one('inspection', InspectionShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathId('Inspection') id: number) {
    return this.inspections.show(id);
  }

  @Patch('inspections/:id')
  @Endpoint({
    summary: 'Correct an inspection',
    description:
      'While the truck is inside, or the tally is open (409 otherwise). Its damages are corrected by themselves.',
    operationId: 'updateInspection',
    returns: one('inspection', InspectionShow),
    speaks: true,
    errors: ERRORS,
  })
  update(@PathId('Inspection') id: number, @Body() body: UpdateInspection) {
    return this.inspections.update(id, body);
  }
}
