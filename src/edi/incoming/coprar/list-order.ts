import type { FoundVoyage } from '../../partners/voyages';
import type { Line } from '../documents';
import type { MeantContainer } from '../announced-containers';
import type { Intent } from '../standing';

/** A COPRAR with the records that its words mean. */
export interface ListOrder {
  voyage: FoundVoyage;
  line: Line;
  intent: Intent;
  /** Its items; of a load list also those without a number, which are empties of a type. */
  containers: MeantContainer[];
  /** The ports that its words mean. */
  ports: Map<string, { id: number; key: string }>;
}

/** The facts of an item that a document may leave out. */
interface Unsaid {
  container_status?: string | null;
  bill_of_lading_number?: string | null;
  port_of_loading_id?: number | null;
  port_of_discharge_id?: number | null;
  cell?: string | null;
  dangerous?: unknown[];
}

/** A document that changes some of a list leaves what it does not say as it is. */
export function leaveUnsaid(item: Unsaid): void {
  item.container_status ??= undefined;
  item.bill_of_lading_number ??= undefined;
  item.port_of_loading_id ??= undefined;
  item.port_of_discharge_id ??= undefined;
  item.cell ??= undefined;
  if (!item.dangerous?.length) item.dangerous = undefined;
}
