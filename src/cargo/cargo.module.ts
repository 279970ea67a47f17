import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { BillsService } from './bills-of-lading/bills.service';
import { Chassis } from './chassis/chassis.kind';
import { ChassisService } from './chassis/chassis.service';
import { ContainerMovementsController } from './containers/container-movements.controller';
import { Container } from './containers/container.kind';
import { ContainersService } from './containers/containers.service';
import { GensetsController } from './gensets/gensets.controller';
import { GensetsService } from './gensets/gensets.service';
import { LoadListItemsController } from './load-lists/load-list-items.controller';
import { LoadListItemsService } from './load-lists/load-list-items.service';
import { LoadList } from './load-lists/load-list.kind';
import { LoadListsService } from './load-lists/load-lists.service';
import { LocationsService } from './locations/locations.service';
import { Booking } from './setup/booking.kind';
import { CommodityType } from './setup/commodity-type.kind';
import { ContainerType } from './setup/container-type.kind';
import { DeliveryOrder } from './setup/delivery-order.kind';
import { DeliveryOrdersService } from './setup/delivery-orders.service';
import { PackageType } from './setup/package-type.kind';
import { YardArea } from './setup/yard-area.kind';
import { YardSlot } from './setup/yard-slot.kind';
import { Vehicle } from './vehicles/vehicle.kind';
import { VehicleShow } from './vehicles/vehicle.view';
import { VehiclesController } from './vehicles/vehicles.controller';
import { VehiclesService } from './vehicles/vehicles.service';

const setup = setupResources(
  YardArea,
  YardSlot,
  ContainerType,
  CommodityType,
  PackageType,
  Booking,
  [DeliveryOrder, DeliveryOrdersService],
  [Container, ContainersService],
  [Chassis, ChassisService],
  [LoadList, LoadListsService],
  [Vehicle, VehiclesService, VehicleShow],
);

/** What passes through the terminal, its documents, and the equipment it travels on. */
@Module({
  controllers: [
    ContainerMovementsController,
    GensetsController,
    VehiclesController,
    LoadListItemsController,
    ...setup.controllers,
  ],
  providers: [...setup.providers, LocationsService, BillsService, GensetsService, LoadListItemsService],
  exports: [...setup.exports, LocationsService, BillsService, GensetsService],
})
export class CargoModule {}
