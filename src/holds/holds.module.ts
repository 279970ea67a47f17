import { Module } from '@nestjs/common';
import { HoldType } from '../cargo/held/hold-type.kind';
import { CargoModule } from '../cargo/cargo.module';
import { setupResources } from '../common/setup/setup-resource';
import { AppliedHoldsService } from './applied-holds/applied-holds.service';
import { ReturningHolds } from './applied-holds/returning-holds';
import { BillOfLadingHoldsController } from './bill-of-lading-holds/bill-of-lading-holds.controller';
import { BillOfLadingHoldsService } from './bill-of-lading-holds/bill-of-lading-holds.service';
import { ContainerHoldsController } from './container-holds/container-holds.controller';
import { ContainerHoldsService } from './container-holds/container-holds.service';
import { ContainerReleasesController } from './container-releases/container-releases.controller';
import { ContainerReleasesService } from './container-releases/container-releases.service';
import { HoldsOfAnnounced } from './container-releases/holds-of-announced';
import { KeptReleases } from './container-releases/kept-releases';
import { ListedHoldsController } from './listed-holds/listed-holds.controller';
import { ListedHoldsService } from './listed-holds/listed-holds.service';
import { HoldTypesService } from './setup/hold-types.service';

const setup = setupResources([HoldType, HoldTypesService]);

/** Holds, which prevent containers and bills of lading from leaving. */
@Module({
  imports: [CargoModule],
  controllers: [
    ContainerHoldsController,
    BillOfLadingHoldsController,
    ListedHoldsController,
    ContainerReleasesController,
    ...setup.controllers,
  ],
  exports: [AppliedHoldsService, ContainerReleasesService, KeptReleases],
  providers: [
    KeptReleases,
    HoldsOfAnnounced,
    ContainerReleasesService,
    AppliedHoldsService,
    ReturningHolds,
    ContainerHoldsService,
    BillOfLadingHoldsService,
    ListedHoldsService,
    ...setup.providers,
  ],
})
export class HoldsModule {}
