import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { DocumentsModule } from '../common/documents/documents.module';
import { InterchangeFollowers } from '../gate/visits/interchange-followers';
import { JoinedContainers } from '../cargo/renumbering/joined-containers';
import { Db } from '../common/database/db';
import { FileRecords } from '../common/files/file-records';
import { FilesModule } from '../common/files/files.module';
import { In } from '../common/input/in';
import { setupResources } from '../common/setup/setup-resource';
import { CreateTruckVisit } from '../gate/gate-in/gate-in.dto';
import { GateInAdditions } from '../gate/gate-in/gate-in-additions';
import { GateModule } from '../gate/gate.module';
import { CompletionRules } from '../gate/interchanges/completion-rules';
import { HoldsModule } from '../holds/holds.module';
import { LoadingRules } from '../quay/moves/loading-rules';
import { PlacesModule } from '../places/places.module';
import { YardAreasService } from '../places/setup/yard-areas.service';
import { QuayModule } from '../quay/quay.module';
import { ContainerDamageShow } from './damages/container-damage.view';
import { ContainerDamagesController } from './damages/container-damages.controller';
import { ContainerDamagesService } from './damages/container-damages.service';
import { DamageAlerts } from './damages/damage-alerts.service';
import { DamageComponent } from './damages/damage-component.kind';
import { DamageFile } from './damages/damage-file.entity';
import { DamageHolds } from './damages/damage-holds.service';
import { DamageType } from './damages/damage-type.kind';
import { IssuingService } from './receipts/issuing.service';
import { PassesService } from './receipts/passes.service';
import { HandoverReceiptsController, VisitReceiptsController } from './receipts/receipts.controller';
import { ReceiptShow } from './receipts/receipt.view';
import { ReceiptsService } from './receipts/receipts.service';
import { FoundDamages } from './damages/found-damages.service';
import { joinDamages } from './damages/joined-damages';
import { CreateInspection, GateInInspection, type InspectedAtGateIn } from './inspections/inspection.dto';
import { InspectionFile } from './inspections/inspection-file.entity';
import { inspectionRequired } from './inspections/inspection-required.rule';
import { InspectionShow } from './inspections/inspection.view';
import { InspectionsController } from './inspections/inspections.controller';
import { InspectionsService } from './inspections/inspections.service';
import { PlacingRules } from '../cargo/placing/placing-rules';
import { DangerousGoodsController } from './dangerous-goods/dangerous-goods.controller';
import { DangerousGoodsService } from './dangerous-goods/dangerous-goods.service';
import { DangerousPlacings } from './dangerous-goods/dangerous-placings.service';
import { FireListService } from './dangerous-goods/fire-list.service';
import { OverdueGoodsService } from './dangerous-goods/overdue-goods.service';
import { segregationRuleModel } from './dangerous-goods/segregation-rule.write';
import { joinReadings } from './reefers/joined-readings';
import { ReeferAlerts } from './reefers/reefer-alerts.service';
import { ReeferPlotService } from './reefers/reefer-plot.service';
import { ReeferReadingsService } from './reefers/reefer-readings.service';
import { ReeferWatching } from './reefers/reefer-watching.service';
import { ReefersController } from './reefers/reefers.controller';
import { ReefersService } from './reefers/reefers.service';
import { StatedWeights } from './verified-weights/stated-weights.service';
import { VerifiedWeightsController } from './verified-weights/verified-weights.controller';
import { vgmMissing } from './verified-weights/vgm-missing.rule';

const setup = setupResources(DamageType, DamageComponent, segregationRuleModel);

// fields of a request of the gate, which knows nothing of inspections
In.object(() => CreateInspection, {
  description: 'What was seen of its only container: an inspection of the interchange',
})(CreateTruckVisit.prototype, 'inspection');
In.objects(() => GateInInspection, {
  description: 'What was seen of its containers, one for each at most: an inspection of the interchange',
})(CreateTruckVisit.prototype, 'inspections');

/** The state of the box itself: its damages and inspections, the receipts of its handover, its verified weight. */
@Module({
  imports: [PlacesModule, CargoModule, HoldsModule, GateModule, QuayModule, FilesModule, DocumentsModule],
  controllers: [
    ContainerDamagesController,
    InspectionsController,
    VerifiedWeightsController,
    DangerousGoodsController,
    ReefersController,
    HandoverReceiptsController,
    VisitReceiptsController,
    ...setup.controllers,
  ],
  providers: [
    DamageAlerts,
    DamageHolds,
    FoundDamages,
    ContainerDamagesService,
    InspectionsService,
    StatedWeights,
    DangerousPlacings,
    DangerousGoodsService,
    FireListService,
    OverdueGoodsService,
    ReeferReadingsService,
    ReefersService,
    ReeferPlotService,
    ReeferAlerts,
    ReeferWatching,
    IssuingService,
    ReceiptsService,
    PassesService,
    ...setup.providers,
  ],
  exports: [ReceiptsService],
})
export class ConditionModule {
  constructor(
    db: Db,
    files: FileRecords,
    joined: JoinedContainers,
    completion: CompletionRules,
    loading: LoadingRules,
    placing: PlacingRules,
    dangerous: DangerousPlacings,
    areas: YardAreasService,
    gateIn: GateInAdditions,
    inspections: InspectionsService,
    followers: InterchangeFollowers,
    issuing: IssuingService,
  ) {
    files.add({ link: DamageFile, relation: 'damage', view: ContainerDamageShow });
    files.add({ link: InspectionFile, relation: 'inspection', view: InspectionShow });
    files.addColumn({ column: 'signature_file_id', view: ReceiptShow });
    joined.addBefore(joinDamages);
    joined.addBefore(joinReadings);
    completion.add(inspectionRequired(db));
    placing.add(dangerous.rule);
    areas.follow((change) => dangerous.areaChanged(change));
    loading.add(vgmMissing);
    followers.add((change) => issuing.follow(change));
    gateIn.add({
      isSent: (input) => {
        const { inspection, inspections: several } = input as InspectedAtGateIn;
        return Boolean(inspection ?? several?.length);
      },
      write: (visit_id, input) =>
        inspections.atGateIn(visit_id, input as InspectedAtGateIn, input.interchanges_completed_at ?? null),
    });
  }
}
