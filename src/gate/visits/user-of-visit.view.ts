import { User } from '../../common/auth/user.kind';
import { userName, view } from '../../common/view/view';

const UserOut = view(User);

/** The user who let a truck in or out, or who cancelled or reversed something. */
export class UserOfVisit {
  @UserOut.id() id: number;
  @UserOut.text({ example: 'gate@harbour.example' }) email: string;
  @UserOut.text() firstname: string | null;
  @UserOut.text() lastname: string | null;
  @UserOut.sql((of) => userName(of), 'text', {
    nullable: false,
    description: 'The full name, or the e-mail when there is none',
  })
  name: string;
}
