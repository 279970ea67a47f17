import { UserShort } from '../../common/auth/user.view';
import { view } from '../../common/view/view';
import { HOLD_EVENTS, HoldEvent } from './hold-event.entity';

const Out = view(HoldEvent);

export class HoldEventShow {
  @Out.id() id: number;
  @Out.oneOf(HOLD_EVENTS, { description: '`returned` when the hold came back after a lift for a time' })
  event: string;
  @Out.time() at: string;
  @Out.one('user', () => UserShort, { description: 'null when a lift ended by itself' })
  user: UserShort | null;
  @Out.text({ example: 'CUS-2026-11-0417' }) reference_number: string | null;
  @Out.text() notes: string | null;
  @Out.time({ description: 'Of a lift for a time: when it was to end' }) lifted_until: string | null;
}
