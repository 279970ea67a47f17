import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { FreeSlotsController } from './free-slots/free-slots.controller';
import { FreeSlotsService } from './free-slots/free-slots.service';
import { InventoryController } from './inventory/inventory.controller';
import { InventoryService } from './inventory/inventory.service';
import { CargoYardMovesController } from './moves/cargo-yard-moves.controller';
import { CargoYardMovesService } from './moves/cargo-yard-moves.service';
import { ContainerMovesController } from './moves/container-moves.controller';
import { ContainerMovesService } from './moves/container-moves.service';
import { StacksController } from './stacks/stacks.controller';
import { StacksService } from './stacks/stacks.service';

/** The work of the yard: moves at the terminal, and what is where. */
@Module({
  imports: [CargoModule],
  controllers: [
    ContainerMovesController,
    CargoYardMovesController,
    StacksController,
    InventoryController,
    FreeSlotsController,
  ],
  providers: [
    ContainerMovesService,
    CargoYardMovesService,
    StacksService,
    InventoryService,
    FreeSlotsService,
  ],
})
export class YardModule {}
