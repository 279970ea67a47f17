import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { BillsService } from './bills-of-lading/bills.service';
import { Chassis } from './chassis/chassis.kind';
import { ChassisService } from './chassis/chassis.service';
import { ContainerMovementsController } from './containers/container-movements.controller';
import { Container } from './containers/container.kind';
import { ContainersService } from './containers/containers.service';
import { LocationsService } from './locations/locations.service';
import { Booking } from './setup/booking.kind';
import { CommodityType } from './setup/commodity-type.kind';
import { ContainerType } from './setup/container-type.kind';
import { DeliveryOrder } from './setup/delivery-order.kind';
import { DeliveryOrdersService } from './setup/delivery-orders.service';
import { PackageType } from './setup/package-type.kind';
import { YardArea } from './setup/yard-area.kind';
import { YardSlot } from './setup/yard-slot.kind';

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
);

/** What passes through the terminal, its documents, and the equipment it travels on. */
@Module({
  controllers: [ContainerMovementsController, ...setup.controllers],
  providers: [...setup.providers, LocationsService, BillsService],
  exports: [...setup.exports, LocationsService, BillsService],
})
export class CargoModule {}
