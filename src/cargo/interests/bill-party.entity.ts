import { Check, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Party } from '../../common/auth/parties/party.entity';
import { Integer, OneOf, UNINDEXED } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { LEVEL_OF_WAYS, LEVELS } from './ways';

/** That a party has to do with a bill of lading as it is now. Triggers keep it (`keep_bill_parties`). */
@Entity('bill_parties')
@Check('ck_bill_parties_level_of_ways', LEVEL_OF_WAYS)
@Index(['organization_id', 'bill_of_lading_id'])
export class BillParty {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;

  @PrimaryColumn({ type: 'bigint' }) party_id: number;
  @ManyToOne(() => Party, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'party_id', referencedColumnName: 'id' },
  ])
  @Reflect.metadata(UNINDEXED, 'pk_bill_parties')
  party: Relation<Party>;

  @PrimaryColumn({ type: 'bigint' }) bill_of_lading_id: number;
  @ManyToOne(() => BillOfLading, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'bill_of_lading_id', referencedColumnName: 'id' },
  ])
  bill_of_lading: Relation<BillOfLading>;

  @OneOf(LEVELS, { required: true }) level: (typeof LEVELS)[number];
  /** The bits of `BILL_WAYS`. */
  @Integer({ required: true }) ways: number;
}
