import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { BerthArea } from './setup/berth-area.kind';
import { Pilot } from './setup/pilot.kind';
import { Port } from './setup/port.kind';
import { ServiceBoat } from './setup/service-boat.kind';
import { StevedoringCompany } from './setup/stevedoring-company.kind';
import { StevedoringSupervisor } from './setup/stevedoring-supervisor.kind';
import { Terminal } from './setup/terminal.kind';

const setup = setupResources(
  Port,
  Terminal,
  BerthArea,
  Pilot,
  ServiceBoat,
  StevedoringCompany,
  StevedoringSupervisor,
);

/** Vessels, their voyages, and the places they call at. */
@Module({ ...setup })
export class VoyagesModule {}
