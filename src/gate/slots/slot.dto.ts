import { In } from '../../common/input/in';
import { SLOT_PURPOSES } from '../announcements/slot-purpose';

export class AppointmentSlotQuery {
  @In.time({ description: 'Slots that begin then or later; now unless given' }) from?: string | null;
  @In.endTime({
    from: 'from',
    description: 'Slots that begin before; a week after `from` unless given, 31 days at most',
  })
  until?: string | null;
  @In.oneOf(SLOT_PURPOSES, {
    underscores: true,
    description: 'Slots that trucks with this purpose may come in',
  })
  purpose?: string | null;
  @In.anyText({ description: 'Slots of this terminal: its whole name, or its id' }) terminal?:
    string[] | null;
  @In.anyText({ description: 'Slots of this gate: its whole name, or its id' }) gate?: string[] | null;
}
