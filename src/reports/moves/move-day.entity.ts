import { Entity, Unique } from 'typeorm';
import { CalendarDate, JsonColumn, LooseRow } from '../../common/schema/columns';

/** How many moves of one kind a type of containers had on a day. */
export interface SumOfMoves {
  kind: string;
  container_type_id: number | null;
  moves: number;
}

/** The moves of a past day at the terminal (decision 846). What changes them sets `sums` to null. */
@Entity('move_days')
@Unique(['organization_id', 'day'])
export class MoveDay extends LooseRow {
  @CalendarDate({ required: true }) day: string;
  /** Null while they are to be summed anew. */
  @JsonColumn() sums: SumOfMoves[] | null;
}
