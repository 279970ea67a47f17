import { Check, Entity, PrimaryColumn } from 'typeorm';
import { PartyRow } from '../common/party-wall/party.entity';
import { OneOf } from '../common/schema/columns';

const LEVELS = ['owner', 'carrier'] as const;

/**
 * That a party is told an event: at which level its record concerns it since, and at which it did before. Null where it does
 * not any more, and where it did not yet. It goes with the event when that is pruned.
 */
@Entity('event_parties')
@Check('ck_event_parties_levels', 'num_nonnulls(level, level_before) > 0')
export class EventParty extends PartyRow {
  /** The place in the feed. It has no key, because events are pruned by many. */
  @PrimaryColumn({ type: 'bigint' }) event_id: number;
  @OneOf(LEVELS) level: (typeof LEVELS)[number] | null;
  @OneOf(LEVELS) level_before: (typeof LEVELS)[number] | null;
}
