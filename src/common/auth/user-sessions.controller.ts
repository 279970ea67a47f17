import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, SET_UP } from '../endpoint/endpoint';
import { PathId, PathText } from '../endpoint/path-param';
import { message, one, page } from '../endpoint/returns';
import { PageQuery } from '../pagination/page-query';
import { kindClasses } from '../setup/kind-classes';
import { kindOf } from '../setup/kind';
import { UserIdentityShow } from './issuers/user-identity.view';
import { User } from './user.kind';
import { UsersService } from './users.service';

const role = 'admin';
const errors = [400, 404, 409, 422];
const PathUser = () => PathText('id', 'The id or the email', '1');

/** How users are known by identity providers, and ending their tokens. */
@ApiTags(SET_UP)
@Controller('users/:id')
export class UserSessionsController {
  constructor(private readonly users: UsersService) {}

  @Post('sign_out')
  @Endpoint({
    summary: 'Sign a user out',
    description:
      'Ends the tokens of identity providers that were made for the user until now, within a second, with their open streams. Whoever signs in again gets new ones. The own tokens of the user stay.',
    operationId: 'signOutUser',
    returns: one('user', kindClasses(kindOf(User)).Show, 'last_seen_at'),
    role,
    errors,
  })
  signOut(@PathUser() id: string) {
    return this.users.signOut(id);
  }

  @Get('identities')
  @Endpoint({
    summary: 'List the identities of a user',
    description:
      'How the user is known by identity providers: the subject of their tokens, whatever e-mail address they have.',
    operationId: 'listUserIdentities',
    returns: page('identities', UserIdentityShow),
    role,
    errors,
  })
  identities(@PathUser() id: string, @Query() query: PageQuery) {
    return this.users.identities(id, query);
  }

  @Delete('identities/:identity_id')
  @Endpoint({
    summary: 'Remove an identity of a user',
    description:
      'Whoever has it is no longer this user, and is signed out. The next sign-in finds a user as a first one does, by the verified e-mail address.',
    operationId: 'removeUserIdentity',
    returns: message(),
    role,
    errors,
  })
  removeIdentity(
    @PathUser() id: string,
    @PathId('Identity', 'identity_id', 'As the list of the identities of the user has it')
    identity_id: number,
  ) {
    return this.users.removeIdentity(id, identity_id);
  }
}
