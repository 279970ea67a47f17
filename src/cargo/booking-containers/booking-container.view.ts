import { recordById, RecordById, view } from '../../common/view/view';
import { AnnouncedStay, STAY } from '../announcing/announced-stay.view';
import { BookingContainer } from './booking-container.entity';

const Out = view(BookingContainer);

/** A container that is announced for a booking. */
export class BookingContainerShow {
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.shaped(STAY, () => AnnouncedStay, { nullable: true, description: 'The stay that it comes for' })
  stay: AnnouncedStay | null;
  @Out.shaped((of) => recordById(of('edi_message_id')), () => RecordById, {
    nullable: true,
    description: 'The message that named it last',
  })
  edi_message: RecordById | null;
}
