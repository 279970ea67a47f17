import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { PartyRow } from '../../common/party-wall/party.entity';
import { BelongsTo, Integer, OneOf } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { LEVEL_OF_WAYS, LEVELS } from './ways';

/** That a party has to do with a bill of lading as it is now. Triggers keep it (`keep_bill_parties`). */
@Entity('bill_parties')
@Check('ck_bill_parties_level_of_ways', LEVEL_OF_WAYS)
export class BillParty extends PartyRow {
  @BelongsTo(() => BillOfLading, { required: true, primary: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;

  @OneOf(LEVELS, { required: true }) level: (typeof LEVELS)[number];
  /** The bits of `BILL_WAYS`. */
  @Integer({ required: true }) ways: number;
}
