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

/** A user with name and e-mail, as shown where a truck was let in, or something was taken back. */
export class UserNamed {
  @Out.id() id: number;
  @Out.text({ example: 'gate@harbour.example' }) email: string;
  @Out.text() firstname: string | null;
  @Out.text() lastname: string | null;
  @Out.sql((of) => userName(of), 'text', {
    nullable: false,
    description: 'The full name, or the e-mail when there is none',
  })
  name: string;
}
