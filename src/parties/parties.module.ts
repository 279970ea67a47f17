import { PartyDirectoryController } from './directory/party-directory.controller';
import { PartyDirectoryService } from './directory/party-directory.service';
import { Module } from '@nestjs/common';
import { BoundPartner } from '../common/auth/bound-partner';
import { Db } from '../common/database/db';
import { setupResources } from '../common/setup/setup-resource';
import { ConsigneesController } from './consignees/consignees.controller';
import { ConsigneesService } from './consignees/consignees.service';
import { FreightForwardersController } from './freight-forwarders/freight-forwarders.controller';
import { FreightForwardersService } from './freight-forwarders/freight-forwarders.service';
import { EdiPartner } from './edi-partners/edi-partner.kind';
import { ediPartnerModel } from './edi-partners/edi-partner.write';
import { Agent } from './setup/agent.kind';
import { Exporter } from './setup/exporter.kind';
import { truckDriverModel } from './setup/truck-driver.write';
import { TruckingCompany } from './setup/trucking-company.kind';
import { ShippingLinesController } from './shipping-lines/shipping-lines.controller';
import { ShippingLinesService } from './shipping-lines/shipping-lines.service';
import { TrucksController } from './trucks/trucks.controller';
import { TrucksService } from './trucks/trucks.service';

const setup = setupResources(Agent, Exporter, TruckingCompany, truckDriverModel, ediPartnerModel);

/** The companies a terminal deals with, and their trucks. */
@Module({
  controllers: [
    FreightForwardersController,
    ConsigneesController,
    ShippingLinesController,
    TrucksController,
    PartyDirectoryController,
    ...setup.controllers,
  ],
  providers: [
    FreightForwardersService,
    ConsigneesService,
    ShippingLinesService,
    TrucksService,
    PartyDirectoryService,
    ...setup.providers,
  ],
})
export class PartiesModule {
  constructor(partner: BoundPartner, db: Db) {
    partner.find = async (id) => {
      const found = await db.find(EdiPartner, { id });
      return { id, name: found!.name };
    };
  }
}
