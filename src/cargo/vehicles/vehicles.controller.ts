import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { UpdateVehicle, VehicleQuery } from './vehicle.dto';
import { VehicleItem, VehicleShow } from './vehicle.view';
import { VehiclesService } from './vehicles.service';

const PathVehicle = () => PathText('id', 'The id, or the VIN in any case', 'WHFX220L8FB031906');

@ApiTags('Cargo')
@Controller('vehicles')
export class VehiclesController {
  constructor(private readonly vehicles: VehiclesService) {}

  @Get()
  @Endpoint({
    summary: 'List vehicles',
    description:
      'Vehicles as cargo: where they are, which voyages bring and take them, and who receives them.',
    returns: page('vehicles', VehicleItem),
    parties: {
      filters: [
        'vin',
        'reference_number',
        'usage',
        'arrival_voyage_id',
        'departure_voyage_id',
        'booking_id',
        'stripped_from_container_id',
        'commodity_type',
      ],
    },
    errors: [400, 404, 422],
  })
  list(@Query() query: VehicleQuery) {
    return this.vehicles.search(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a vehicle',
    description: 'By its id or its VIN.',
    returns: one('vehicle', VehicleShow),
    parties: { filters: [] },
    errors: [400, 404, 422],
  })
  show(@PathVehicle() idOrVin: string) {
    return this.vehicles.show(idOrVin);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update a vehicle',
    description:
      'Only the fields that are sent change. Moving it out of the terminal is refused while a hold keeps it.',
    returns: one('vehicle', VehicleShow),
    errors: [400, 404, 422],
  })
  update(@PathVehicle() idOrVin: string, @Body() body: UpdateVehicle) {
    return this.vehicles.update(idOrVin, { ...body });
  }
}
