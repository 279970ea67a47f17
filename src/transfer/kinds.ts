import { User } from '../common/auth/user.kind';
import { FlexFieldDefinition } from '../common/flex-fields/flex-field-definition.kind';
import { Booking } from '../cargo/setup/booking.kind';
import { CommodityType } from '../cargo/setup/commodity-type.kind';
import { ContainerType } from '../cargo/setup/container-type.kind';
import { DockReceipt } from '../cargo/setup/dock-receipt.kind';
import { PackageType } from '../cargo/setup/package-type.kind';
import { YardArea } from '../places/setup/yard-area.kind';
import { YardSlot } from '../places/setup/yard-slot.kind';
import { Gate } from '../places/setup/gate.kind';
import { HoldType } from '../cargo/held/hold-type.kind';
import { Agent } from '../parties/setup/agent.kind';
import { Exporter } from '../parties/setup/exporter.kind';
import { TruckDriver } from '../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../parties/setup/trucking-company.kind';
import { BerthArea } from '../places/setup/berth-area.kind';
import { Pilot } from '../voyages/setup/pilot.kind';
import { Port } from '../places/setup/port.kind';
import { ServiceBoat } from '../voyages/setup/service-boat.kind';
import { StevedoringCompany } from '../voyages/setup/stevedoring-company.kind';
import { StevedoringSupervisor } from '../voyages/setup/stevedoring-supervisor.kind';
import { Terminal } from '../places/setup/terminal.kind';
import { VoyageEventType } from '../voyages/setup/voyage-event-type.kind';
import { invoices } from './kinds/billing';
import * as cargo from './kinds/cargo';
import { billOfLadings, manifests } from './kinds/documents';
import { appointments, containerMovements, preAdvices, truckVisits } from './kinds/gate';
import { billOfLadingHolds, containerHolds } from './kinds/holds';
import { loadLists } from './kinds/load-lists';
import { consignees, freightForwarders, shippingLines, trucks } from './kinds/parties';
import { setupKind } from './kinds/setup-kind';
import { tallies, tallyMoves, voyageEvents } from './kinds/voyage-records';
import { vessels, voyages } from './kinds/voyages';
import type { TransferKind } from './transfer-kind';

/** Set-up kinds whose definition says all that there is to know. */
const PLAIN = [
  ...[User, FlexFieldDefinition, Agent, Exporter, TruckingCompany, TruckDriver],
  ...[
    Port,
    Terminal,
    BerthArea,
    Pilot,
    ServiceBoat,
    StevedoringCompany,
    StevedoringSupervisor,
    VoyageEventType,
  ],
  ...[YardArea, YardSlot, ContainerType, CommodityType, PackageType, Booking, DockReceipt, Gate, HoldType],
];

/** Every kind that import and export know, each after those that its records refer to. */
export function transferKinds(): TransferKind[] {
  return inOrder([
    ...PLAIN.map((entity) => setupKind(entity)),
    ...[freightForwarders(), consignees(), shippingLines(), trucks()],
    ...[vessels(), voyages(), manifests(), billOfLadings()],
    ...[cargo.containers(), cargo.chassis(), cargo.gensets(), cargo.breakbulks(), cargo.vehicles()],
    ...[cargo.deliveryOrders(), cargo.packingListItems(), loadLists()],
    ...[tallies(), tallyMoves(), voyageEvents()],
    ...[preAdvices(), appointments(), truckVisits(), containerMovements()],
    ...[containerHolds(), billOfLadingHolds(), invoices()],
  ]);
}

/** Sorts kinds so that each comes after those it refers to, and otherwise as they are. */
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
