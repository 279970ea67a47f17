import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { CreateTruckBody, TruckQuery, UpdateTruckBody } from './truck.dto';
import { TruckItem, TruckShow } from './truck.view';
import { TrucksService } from './trucks.service';

const PathTruck = () =>
  PathText(
    'truck_license_number',
    'The plate; its letters and digits are enough where they mean one truck',
    'WH-472-B',
  );

@ApiTags('Parties')
@Controller('trucks')
export class TrucksController {
  constructor(private readonly trucks: TrucksService) {}

  @Get()
  @Endpoint({
    summary: 'List trucks',
    description: 'Each with its haulier, and with its usual driver where it has one.',
    returns: page('trucks', TruckItem),
    parties: { filters: ['license_plate', 'q', 'trucking_company', 'truck_driver_number', 'active'] },
    errors: [400, 404],
  })
  list(@Query() query: TruckQuery) {
    return this.trucks.list(query);
  }

  @Get(':truck_license_number')
  @Endpoint({
    summary: 'Show a truck',
    description: 'By its license plate, in any case: without spaces and hyphens by its letters and digits.',
    returns: one('truck', TruckItem),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathTruck() plate: string) {
    return this.trucks.showByPlate(plate);
  }

  @Post()
  @Endpoint({
    summary: 'Create a truck',
    description:
      'Its plate is what the gate looks it up by. Two plates with the same letters and digits are two trucks if spaces or hyphens part both, and at other places.',
    returns: one('truck', TruckShow),
    status: 201,
    parties: { filters: [], by: 'trucking_company', guesses: true },
    errors: [400, 404],
  })
  create(@Body() body: CreateTruckBody) {
    return this.trucks.create(body.truck);
  }

  @Patch(':truck_license_number')
  @Endpoint({
    summary: 'Update a truck',
    description:
      'Only the fields that are sent change. An inactive truck is not let in any more, and a visit under way goes on.',
    returns: one('truck', TruckShow),
    parties: { filters: [], by: 'trucking_company', guesses: true },
    errors: [400, 404],
  })
  update(@PathTruck() plate: string, @Body() body: UpdateTruckBody) {
    return this.trucks.update(plate, body.truck);
  }
}
