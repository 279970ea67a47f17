import type { FoundVoyage } from '../../partners/voyages';
import type { Line } from '../documents';
import type { MeantContainer } from '../said-containers';
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
