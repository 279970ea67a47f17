import { JoinedContainers } from './renumbering/joined-containers';
import { RenumberController } from './renumbering/renumber.controller';
import { RenumberService } from './renumbering/renumber.service';
import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { breakbulkModel } from './breakbulks/breakbulk.write';
import { CargoMovementsController } from './cargo-movements/cargo-movements.controller';
import { CargoMovesService } from './cargo-movements/cargo-moves.service';
import { DeliveriesService } from './cargo-movements/deliveries.service';
import { chassisModel } from './chassis/chassis.write';
import { PackingListItem } from './packing-list-items/packing-list-item.kind';
import { MovementRegisterController } from './movements/movement-register.controller';
import { MovementRegisterService } from './movements/movement-register.service';
import { PackingListItemsController } from './packing-list-items/packing-list-items.controller';
import { PackingListItemsService } from './packing-list-items/packing-list-items.service';
import { ReeferPlugsController } from './containers/reefer-plugs.controller';
import { ReeferPlugsService } from './containers/reefer-plugs.service';
import { deliveryOrderModel } from './setup/delivery-order.write';
import { BillsController } from './bills-of-lading/bills.controller';
import { BillsService } from './bills-of-lading/bills.service';
import { ManifestBillsController } from './bills-of-lading/manifest-bills.controller';
import { ManifestBillsService } from './bills-of-lading/manifest-bills.service';
import { VoyageBillsController } from './bills-of-lading/voyage-bills.controller';
import { VoyageBillsService } from './bills-of-lading/voyage-bills.service';
import { ContainerEmptyingController } from './containers/container-emptying.controller';
import { ContainerEmptyingService } from './containers/container-emptying.service';
import { ContainerMovementsController } from './containers/container-movements.controller';
import { Container } from './containers/container.kind';
import { ContainersService } from './containers/containers.service';
import { HeldCargoService } from './held/held-cargo.service';
import { MovementsService } from './containers/movements.service';
import { GensetsController } from './gensets/gensets.controller';
import { GensetsService } from './gensets/gensets.service';
import { BayplanController } from './bayplans/bayplan.controller';
import { BayplansService } from './bayplans/bayplans.service';
import { BookingContainersController } from './booking-containers/booking-containers.controller';
import { BookingContainersService } from './booking-containers/booking-containers.service';
import { BookingCountsController } from './booking-containers/booking-counts.controller';
import { BookingsService } from './booking-containers/bookings.service';
import { DischargeListCountsController } from './discharge-lists/discharge-list-counts.controller';
import { DischargeListItemsController } from './discharge-lists/discharge-list-items.controller';
import { DischargeListItemsService } from './discharge-lists/discharge-list-items.service';
import { DischargeList } from './discharge-lists/discharge-list.kind';
import { DischargeListsService } from './discharge-lists/discharge-lists.service';
import { LoadListItemsController } from './load-lists/load-list-items.controller';
import { LoadListItemsService } from './load-lists/load-list-items.service';
import { LoadListPuttingService } from './load-lists/load-list-putting.service';
import { LoadList } from './load-lists/load-list.kind';
import { LoadListsService } from './load-lists/load-lists.service';
import { ManifestObstacles } from './manifests/manifest-obstacles';
import { PlacingRules } from './placing/placing-rules';
import { ReleaseRules } from './release/release-rules.service';
import { ContainerCountsController } from './containers/container-counts.controller';
import { ManifestsController } from './manifests/manifests.controller';
import { ManifestRemovalService } from './manifests/manifest-removal.service';
import { ManifestsService } from './manifests/manifests.service';
import { ContainerStaysController } from './stays/container-stays.controller';
import { ContainerStaysService } from './stays/container-stays.service';
import { StaysOfVoyageService } from './stays/stays-of-voyage.service';
import { StaysService } from './stays/stays.service';
import { VoyageCancellations } from '../voyages/voyages/voyage-cancellations';
import { VoyagesModule } from '../voyages/voyages.module';
import { BookingReleasesController } from './booking-releases/booking-releases.controller';
import { BookingReleasesService } from './booking-releases/booking-releases.service';
import { ExpiredReleasesService } from './booking-releases/expired-releases.service';
import { DueOfStays } from './release/due-of-stays';
import { Leaving } from './release/leaving.service';
import { Booking } from './setup/booking.kind';
import { CommodityType } from './setup/commodity-type.kind';
import { ContainerType } from './setup/container-type.kind';
import { DockReceipt } from './setup/dock-receipt.kind';
import { PackageType } from './setup/package-type.kind';
import { Vehicle } from './vehicles/vehicle.kind';
import { VehicleShow } from './vehicles/vehicle.view';
import { VehiclesController } from './vehicles/vehicles.controller';
import { VehiclesService } from './vehicles/vehicles.service';
import { VerifiedWeights } from './verified-weights/verified-weights.service';

const setup = setupResources(
  ContainerType,
  CommodityType,
  PackageType,
  [Booking, BookingsService],
  DockReceipt,
  deliveryOrderModel,
  [Container, ContainersService],
  chassisModel,
  [LoadList, LoadListsService],
  [DischargeList, DischargeListsService],
  [Vehicle, VehiclesService, VehicleShow],
  breakbulkModel,
  [PackingListItem, PackingListItemsService],
);

/** The cargo of the terminal, its documents, and the equipment that carries it. */
@Module({
  imports: [VoyagesModule],
  controllers: [
    ManifestsController,
    ManifestBillsController,
    BillsController,
    VoyageBillsController,
    VehiclesController,
    GensetsController,
    LoadListItemsController,
    DischargeListItemsController,
    BayplanController,
    BookingContainersController,
    BookingReleasesController,
    ContainerCountsController,
    BookingCountsController,
    DischargeListCountsController,
    ...setup.controllers,
    ContainerMovementsController,
    MovementRegisterController,
    ReeferPlugsController,
    ContainerEmptyingController,
    PackingListItemsController,
    ContainerStaysController,
    CargoMovementsController,
    RenumberController,
  ],
  providers: [
    ...setup.providers,
    HeldCargoService,
    StaysService,
    StaysOfVoyageService,
    ContainerStaysService,
    JoinedContainers,
    RenumberService,
    MovementsService,
    MovementRegisterService,
    CargoMovesService,
    DeliveriesService,
    ReeferPlugsService,
    ContainerEmptyingService,
    GensetsService,
    LoadListItemsService,
    LoadListPuttingService,
    DischargeListItemsService,
    BayplansService,
    BookingContainersService,
    BookingReleasesService,
    ExpiredReleasesService,
    ManifestObstacles,
    PlacingRules,
    ReleaseRules,
    VerifiedWeights,
    DueOfStays,
    Leaving,
    ManifestsService,
    ManifestRemovalService,
    ManifestBillsService,
    BillsService,
    VoyageBillsService,
  ],
  exports: [
    CargoMovesService,
    JoinedContainers,
    ManifestObstacles,
    PlacingRules,
    ReleaseRules,
    VerifiedWeights,
    DueOfStays,
    HeldCargoService,
    MovementsService,
    StaysService,
    LoadListsService,
    LoadListItemsService,
    DischargeListsService,
    LoadListPuttingService,
    DischargeListItemsService,
    BayplansService,
    BookingsService,
    BookingContainersService,
    BookingReleasesService,
  ],
})
export class CargoModule {
  constructor(cancellations: VoyageCancellations, stays: StaysOfVoyageService) {
    cancellations.add(stays);
  }
}
