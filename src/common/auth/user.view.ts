import { userName, view } from '../view/view';
import { User } from './user.kind';

const Out = view(User);

/** A user as shown where one did something. */
export class UserShort {
  @Out.id() id: number;
  @Out.sql((of) => userName(of), 'text', {
    nullable: false,
    description: 'The name, or the e-mail when there is none',
    example: 'Mara Lindqvist',
  })
  name: string;
}
