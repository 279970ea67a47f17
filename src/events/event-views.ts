import { ContainerDamageShow } from '../condition/damages/container-damage.view';
import { InspectionShow } from '../condition/inspections/inspection.view';
import { ReeferWatchShow } from '../condition/reefers/reefer.view';
import type { Type } from '@nestjs/common';
import { ChargeShow } from '../billing/charges/charge.view';
import { InvoiceItem } from '../billing/invoices/invoice.view';
import { BillingRunShow } from '../billing/runs/run.view';
import { PaymentShow } from '../billing/payments/payment.view';
import { BillOfLadingShow } from '../cargo/bills-of-lading/bill-of-lading.view';
import { GensetShow } from '../cargo/gensets/genset.view';
import { DischargeListItemShow } from '../cargo/discharge-lists/discharge-list-item.view';
import { LoadListItemShow } from '../cargo/load-lists/load-list-item.view';
import { ManifestItem } from '../cargo/manifests/manifest.view';
import { ContainerStayShow } from '../cargo/stays/container-stay.view';
import { VehicleShow } from '../cargo/vehicles/vehicle.view';
import { subjectTypes } from '../common/recording/subject';
import { kindOf } from '../common/setup/kind';
import { kindClasses } from '../common/setup/kind-classes';
import { ReceiptShow } from '../condition/receipts/receipt.view';
import { PreAdviceShow } from '../gate/announcements/pre-advice.view';
import { NominationShow } from '../gate/nominations/nomination.view';
import { GateRefusalShow } from '../gate/refusals/gate-refusal.view';
import { InterchangeShow } from '../gate/visits/interchange.view';
import { TruckVisitShow } from '../gate/visits/truck-visit.view';
import { BillOfLadingHoldItem } from '../holds/bill-of-lading-holds/bill-of-lading-hold.view';
import { ContainerHoldItem } from '../holds/container-holds/container-hold.view';
import { ContainerReleaseShow } from '../holds/container-releases/container-release.view';
import { ConsigneeShow } from '../parties/consignees/consignee.view';
import { FreightForwarderShow } from '../parties/freight-forwarders/freight-forwarder.view';
import { ShippingLineShow } from '../parties/shipping-lines/shipping-line.view';
import { TruckItem } from '../parties/trucks/truck.view';
import { TallyItemShow } from '../quay/tallies/tally-item.view';
import { TallyShow } from '../quay/tallies/tally.view';
import { VesselShow } from '../voyages/vessels/vessel.view';
import { VoyageEventShow } from '../voyages/voyage-events/voyage-event.view';
import { VoyageShow } from '../voyages/voyages/voyage.view';
import { WebhookEndpointShow } from './webhooks/webhook.view';

/** The views of records in events. Kinds that are not listed have their generated class. */
const VIEWS: Record<string, Type> = {
  bill_of_lading: BillOfLadingShow,
  charge: ChargeShow,
  bill_of_lading_hold: BillOfLadingHoldItem,
  billing_run: BillingRunShow,
  consignee: ConsigneeShow,
  container_hold: ContainerHoldItem,
  container_release: ContainerReleaseShow,
  container_damage: ContainerDamageShow,
  inspection: InspectionShow,
  container_stay: ContainerStayShow,
  discharge_list_item: DischargeListItemShow,
  freight_forwarder: FreightForwarderShow,
  nomination: NominationShow,
  gate_refusal: GateRefusalShow,
  genset: GensetShow,
  interchange: InterchangeShow,
  invoice: InvoiceItem,
  load_list_item: LoadListItemShow,
  manifest: ManifestItem,
  payment: PaymentShow,
  pre_advice: PreAdviceShow,
  shipping_line: ShippingLineShow,
  tally: TallyShow,
  tally_item: TallyItemShow,
  truck: TruckItem,
  truck_visit: TruckVisitShow,
  vehicle: VehicleShow,
  vessel: VesselShow,
  voyage: VoyageShow,
  voyage_event: VoyageEventShow,
  webhook_endpoint: WebhookEndpointShow,
  receipt: ReceiptShow,
  reefer: ReeferWatchShow,
};

/** Adds the views of records of a domain that stands behind this one. */
export function addEventViews(views: Record<string, Type>): void {
  Object.assign(VIEWS, views);
}

/** The view of the data of an event; undefined without a record. */
export function viewOf(type: string): Type | undefined {
  const subject = type.slice(0, type.indexOf('.'));
  const entity = subjectTypes().get(subject);
  return VIEWS[subject] ?? (entity && kindClasses(kindOf(entity)).Show);
}
