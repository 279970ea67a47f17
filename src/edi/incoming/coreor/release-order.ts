import type { HoldType } from '../../../cargo/held/hold-type.kind';
import type { Columns } from '../../../common/schema/columns';
import type { Line } from '../documents';
import type { Word } from '../reading/words';
import type { Intent } from '../standing';

/** What a release is bound to, with the records that its words mean; times as ISO 8601 in UTC. */
export interface MeantTerms {
  reference: string | null;
  valid_from: string | null;
  valid_until: string | null;
  freight_forwarder_id: number | null;
  trucking_company_id: number | null;
  /** The parties that are not known, in words. */
  party_name: string | null;
}

/** A container that a message releases. */
interface OrderedContainer {
  named: Word;
  number: string;
  bill_of_lading: string | null;
  shipping_line_id: number;
  terms: MeantTerms;
}

/** A COREOR with the records that its words mean. */
export interface ReleaseOrder {
  intent: Intent;
  line: Line;
  hold_type: Columns<HoldType> & { id: number };
  document_number: string;
  bill_of_lading: Word | null;
  terms: MeantTerms;
  containers: OrderedContainer[];
}
