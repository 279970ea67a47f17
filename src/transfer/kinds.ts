import { userModel } from '../common/auth/user.write';
import { CommodityType } from '../cargo/setup/commodity-type.kind';
import { ContainerType } from '../cargo/setup/container-type.kind';
import { DockReceipt } from '../cargo/setup/dock-receipt.kind';
import { PackageType } from '../cargo/setup/package-type.kind';
import { yardAreaModel } from '../places/setup/yard-area.write';
import { segregationRuleModel } from '../condition/dangerous-goods/segregation-rule.write';
import { yardSlotModel } from '../places/setup/yard-slot.write';
import { Gate } from '../places/setup/gate.kind';
import { Agent } from '../parties/setup/agent.kind';
import { Exporter } from '../parties/setup/exporter.kind';
import { TruckingCompany } from '../parties/setup/trucking-company.kind';
import { BerthArea } from '../places/setup/berth-area.kind';
import { Pilot } from '../voyages/setup/pilot.kind';
import { Port } from '../places/setup/port.kind';
import { ServiceBoat } from '../voyages/setup/service-boat.kind';
import { StevedoringCompany } from '../voyages/setup/stevedoring-company.kind';
import { StevedoringSupervisor } from '../voyages/setup/stevedoring-supervisor.kind';
import { Terminal } from '../places/setup/terminal.kind';
import { VoyageEventType } from '../voyages/setup/voyage-event-type.kind';
import { freeTimeAgreementModel, payerNominationModel } from '../billing/agreements/agreements.write';
import { chargeModel } from '../billing/charges/charge.write';
import { calendarModel } from '../billing/calendars/calendar.write';
import { billingAccountModel } from '../billing/customers/billing-account.write';
import { serviceOrderModel } from '../billing/orders/service-order.write';
import { chargeCodeModel } from '../billing/tariffs/charge-code.write';
import { tariffRateModel } from '../billing/tariffs/tariff-rate.write';
import { tariffModel } from '../billing/tariffs/tariff.write';
import { TaxRule } from '../billing/taxes/tax-rule.kind';
import { taxModel } from '../billing/taxes/tax.write';
import { invoiceModel } from '../billing/invoices/invoice.write';
import { creditApplicationModel, paymentModel } from '../billing/payments/payment.write';
import { tillClosingModel } from '../billing/tills/till-closing.write';
import { tillModel } from '../billing/tills/till.write';
import { numberSeriesModel } from '../billing/invoices/number-series.write';
import { billOfLadingModel } from '../cargo/bills-of-lading/bill-of-lading.write';
import { breakbulkModel } from '../cargo/breakbulks/breakbulk.write';
import { cargoMovementModel } from '../cargo/cargo-movements/cargo-movement.write';
import { chassisModel } from '../cargo/chassis/chassis.write';
import { containerModel } from '../cargo/containers/container.write';
import { containerStayModel } from '../cargo/stays/container-stay.write';
import { gensetModel } from '../cargo/gensets/genset.write';
import { bayplanCellModel, bayplanModel } from '../cargo/bayplans/bayplan.write';
import { bookingContainerModel } from '../cargo/booking-containers/booking-container.write';
import { bookingModel } from '../cargo/booking-containers/booking.write';
import { dischargeListItemModel } from '../cargo/discharge-lists/discharge-list-item.write';
import { dischargeListModel } from '../cargo/discharge-lists/discharge-list.write';
import { loadListModel } from '../cargo/load-lists/load-list.write';
import { manifestModel } from '../cargo/manifests/manifest.write';
import { packingListItemModel } from '../cargo/packing-list-items/packing-list-item.write';
import { deliveryOrderModel } from '../cargo/setup/delivery-order.write';
import { vehicleModel } from '../cargo/vehicles/vehicle.write';
import { fileModel } from '../common/files/file.write';
import { flexFieldDefinitionModel } from '../common/flex-fields/flex-field-definition.write';
import { kindModel } from '../common/setup/kind-model';
import type { RowClass } from '../common/schema/columns';
import type { WriteModel } from '../common/write/write-model';
import { appointmentModel } from '../gate/announcements/appointment.write';
import { appointmentClosureModel, appointmentPlanModel } from '../gate/slots/slot-setup.write';
import { nominationModel } from '../gate/nominations/nomination.write';
import { containerDamageModel } from '../condition/damages/container-damage.write';
import { DamageComponent } from '../condition/damages/damage-component.kind';
import { DamageType } from '../condition/damages/damage-type.kind';
import { reeferReadingModel } from '../condition/reefers/reefer-reading.write';
import { inspectionModel } from '../condition/inspections/inspection.write';
import { preAdviceModel } from '../gate/announcements/pre-advice.write';
import { containerMovementModel, truckVisitModel } from '../gate/visits/truck-visit.write';
import { billOfLadingHoldModel, containerHoldModel } from '../holds/applied-holds/applied-hold.write';
import { containerReleaseModel } from '../holds/container-releases/container-release.write';
import { holdTypeModel } from '../holds/setup/hold-type.write';
import { ediChannelFileModel } from '../edi/channels/edi-channel.write';
import { ediCodeModel } from '../edi/partners/edi-code.write';
import { ediFlowModel } from '../edi/partners/edi-flow.write';
import { ediPartnerModel } from '../parties/edi-partners/edi-partner.write';
import { bookingReleaseModel } from '../cargo/booking-releases/booking-release.write';
import { consigneeModel } from '../parties/consignees/consignee.write';
import { freightForwarderModel } from '../parties/freight-forwarders/freight-forwarder.write';
import { shippingLineModel } from '../parties/shipping-lines/shipping-line.write';
import { truckDriverModel } from '../parties/setup/truck-driver.write';
import { truckModel } from '../parties/trucks/truck.write';
import { receiptModel } from '../condition/receipts/receipt.write';
import { tallyItemModel } from '../quay/tallies/tally-item.write';
import { tallyMoveModel } from '../quay/tallies/tally-move.write';
import { tallyModel } from '../quay/tallies/tally.write';
import { vesselModel } from '../voyages/vessels/vessel.write';
import { voyageEventModel } from '../voyages/voyage-events/voyage-event.write';
import { voyageModel } from '../voyages/voyages/voyage.write';
import { TableKind } from './table-kind';
import type { TransferKind } from './transfer-kind';
import { webhookEndpointModel } from '../events/webhooks/webhook-endpoint.write';

/** Set-up kinds that need nothing beyond their definition. */
const PLAIN: RowClass[] = [
  Agent,
  Exporter,
  TruckingCompany,
  Port,
  Terminal,
  BerthArea,
  Pilot,
  ServiceBoat,
  StevedoringCompany,
  StevedoringSupervisor,
  VoyageEventType,
  ContainerType,
  CommodityType,
  PackageType,
  DockReceipt,
  Gate,
  DamageType,
  DamageComponent,
];

/** All kinds of import and export, each after the kinds that it refers to. */
export function transferKinds(): TransferKind[] {
  const models: WriteModel[] = [
    truckDriverModel,
    userModel,
    fileModel,
    ...PLAIN.map((entity) => kindModel(entity)),
    bookingModel,
    yardAreaModel,
    yardSlotModel,
    segregationRuleModel,
    flexFieldDefinitionModel,
    holdTypeModel,
    freightForwarderModel,
    consigneeModel,
    shippingLineModel,
    truckModel,
    vesselModel,
    voyageModel,
    manifestModel,
    billOfLadingModel,
    containerModel,
    containerStayModel,
    chassisModel,
    gensetModel,
    breakbulkModel,
    vehicleModel,
    deliveryOrderModel,
    packingListItemModel,
    bookingReleaseModel,
    loadListModel,
    bookingContainerModel,
    bayplanModel,
    bayplanCellModel,
    dischargeListModel,
    dischargeListItemModel,
    tallyModel,
    tallyMoveModel,
    tallyItemModel,
    voyageEventModel,
    preAdviceModel,
    appointmentPlanModel,
    appointmentClosureModel,
    appointmentModel,
    truckVisitModel,
    containerMovementModel,
    receiptModel,
    inspectionModel,
    containerDamageModel,
    reeferReadingModel,
    billingAccountModel,
    calendarModel,
    taxModel,
    kindModel(TaxRule),
    chargeCodeModel,
    tariffModel,
    tariffRateModel,
    freeTimeAgreementModel,
    payerNominationModel,
    serviceOrderModel,
    cargoMovementModel,
    numberSeriesModel,
    invoiceModel,
    creditApplicationModel,
    tillModel,
    tillClosingModel,
    paymentModel,
    chargeModel,
    nominationModel,
    webhookEndpointModel,
    ediPartnerModel,
    ediFlowModel,
    ediCodeModel,
    ediChannelFileModel,
    // Holds go last, because the cargo files show the state before the holds.
    containerHoldModel,
    billOfLadingHoldModel,
    containerReleaseModel,
  ];
  return inOrder(models.map((model) => new TableKind(model)));
}

/** Sorts kinds topologically by `after`; the sort is stable. */
function inOrder(kinds: TransferKind[]): TransferKind[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const sorted = new Set<TransferKind>();
  const add = (kind: TransferKind, path: string[]) => {
    if (path.includes(kind.name))
      throw new Error(`Kinds refer to each other: ${[...path, kind.name].join(' → ')}`);
    for (const name of kind.after) if (byName.has(name)) add(byName.get(name)!, [...path, kind.name]);
    sorted.add(kind);
  };
  for (const kind of kinds) add(kind, []);
  return [...sorted];
}
