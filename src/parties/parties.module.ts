import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { FreightForwardersController } from './freight-forwarders/freight-forwarders.controller';
import { FreightForwardersService } from './freight-forwarders/freight-forwarders.service';
import { Agent } from './setup/agent.kind';
import { Exporter } from './setup/exporter.kind';
import { TruckDriver } from './setup/truck-driver.kind';
import { TruckingCompany } from './setup/trucking-company.kind';

const setup = setupResources(Agent, Exporter, TruckingCompany, TruckDriver);

/** The companies a terminal deals with, and their trucks. */
@Module({
  controllers: [FreightForwardersController, ...setup.controllers],
  providers: [FreightForwardersService, ...setup.providers],
  exports: [...setup.exports],
})
export class PartiesModule {}
