import { User } from '../../common/auth/user.kind';
import { userName, view } from '../../common/view/view';

const UserOut = view(User);

/** The user who undid a crane move. */
export class UserOfMove {
  @UserOut.id() id: number;
  @UserOut.text({ example: 'quay@harbour.example' }) email: string;
  @UserOut.text() firstname: string | null;
  @UserOut.text() lastname: string | null;
  @UserOut.sql((of) => userName(of), 'text', {
    nullable: false,
    description: 'The full name, or the e-mail when there is none',
  })
  name: string;
}
