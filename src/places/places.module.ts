import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { BerthArea } from './setup/berth-area.kind';
import { Gate } from './setup/gate.kind';
import { Port } from './setup/port.kind';
import { Terminal } from './setup/terminal.kind';
import { YardArea } from './setup/yard-area.kind';
import { YardAreasService } from './setup/yard-areas.service';
import { yardSlotModel } from './setup/yard-slot.write';

const setup = setupResources(Port, Terminal, BerthArea, [YardArea, YardAreasService], yardSlotModel, Gate);

/** Places: terminals with their berths, yards and gates, and other ports. */
@Module({
  controllers: setup.controllers,
  providers: setup.providers,
  exports: [YardAreasService],
})
export class PlacesModule {}
