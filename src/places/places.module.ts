import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { BerthArea } from './setup/berth-area.kind';
import { Gate } from './setup/gate.kind';
import { Port } from './setup/port.kind';
import { Terminal } from './setup/terminal.kind';
import { yardAreaModel } from './setup/yard-area.write';
import { yardSlotModel } from './setup/yard-slot.write';

const setup = setupResources(Port, Terminal, BerthArea, yardAreaModel, yardSlotModel, Gate);

/** Places: terminals with their berths, yards and gates, and other ports. */
@Module({
  controllers: setup.controllers,
  providers: setup.providers,
})
export class PlacesModule {}
