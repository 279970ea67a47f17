import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { setupResources } from '../common/setup/setup-resource';
import { AppliedHoldsService } from './applied-holds/applied-holds.service';
import { ReturningHolds } from './applied-holds/returning-holds';
import { BillOfLadingHoldsController } from './bill-of-lading-holds/bill-of-lading-holds.controller';
import { BillOfLadingHoldsService } from './bill-of-lading-holds/bill-of-lading-holds.service';
import { ContainerHoldsController } from './container-holds/container-holds.controller';
import { ContainerHoldsService } from './container-holds/container-holds.service';
import { ListedHoldsController } from './listed-holds/listed-holds.controller';
import { ListedHoldsService } from './listed-holds/listed-holds.service';
import { holdTypeModel } from './setup/hold-type.write';

const setup = setupResources(holdTypeModel);

/** Holds, which prevent containers and bills of lading from leaving. */
@Module({
  imports: [CargoModule],
  controllers: [
    ContainerHoldsController,
    BillOfLadingHoldsController,
    ListedHoldsController,
    ...setup.controllers,
  ],
  providers: [
    AppliedHoldsService,
    ReturningHolds,
    ContainerHoldsService,
    BillOfLadingHoldsService,
    ListedHoldsService,
    ...setup.providers,
  ],
})
export class HoldsModule {}
