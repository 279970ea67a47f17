import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../endpoint/endpoint';
import { PathId } from '../endpoint/path-param';
import { one, page } from '../endpoint/returns';
import { ManagedTokensService } from './managed-tokens.service';
import { CreateToken, TokenQuery, UpdateToken } from './token.dto';
import { TokenMade, TokenShow } from './token.view';

const role = 'admin';
const errors = [400, 404, 409, 422];
/** A use of a token does not change the version of its record. */
const running = 'last_used_at';
const PathToken = () => PathId('Token', 'id', 'The id of the token');

@ApiTags('Set-up')
@Controller()
export class TokensController {
  constructor(private readonly tokens: ManagedTokensService) {}

  @Get('tokens')
  @Endpoint({
    summary: 'List tokens',
    description:
      'Those of the organization, also expired and revoked ones. A token itself is shown once, when it is made; `prefix` tells which one is in front of you.',
    operationId: 'listTokens',
    returns: page('tokens', TokenShow),
    role,
    errors,
  })
  list(@Query() query: TokenQuery) {
    return this.tokens.list(query);
  }

  @Get('tokens/:id')
  @Endpoint({
    summary: 'Show a token',
    description: 'Whose it is, what it may do, and when it was used; without the token itself.',
    operationId: 'showToken',
    returns: one('token', TokenShow, running),
    role,
    errors,
  })
  show(@PathToken() id: number) {
    return this.tokens.show(id);
  }

  @Post('tokens')
  @Endpoint({
    summary: 'Create a token',
    description:
      'The answer has the token, which is not shown again. A user has at most 200 tokens that are neither expired nor revoked, an organization 10,000.',
    operationId: 'createToken',
    returns: one('token', TokenMade),
    repeats: 'refused',
    status: 201,
    role,
    errors,
  })
  create(@Body() body: CreateToken) {
    return this.tokens.create(body);
  }

  @Patch('tokens/:id')
  @Endpoint({
    summary: 'Narrow a token',
    description:
      'An earlier end, fewer domains, another description. What would let it do more is refused: make another one. It counts within a second.',
    operationId: 'updateToken',
    returns: one('token', TokenShow, running),
    role,
    errors,
  })
  update(@PathToken() id: number, @Body() body: UpdateToken) {
    return this.tokens.update(id, body);
  }

  @Post('tokens/:id/revoke')
  @Endpoint({
    summary: 'Revoke a token',
    description:
      'For good: it is refused within a second, and its open streams end. One that was revoked before stays as it is.',
    operationId: 'revokeToken',
    returns: one('token', TokenShow),
    role,
    errors,
  })
  revoke(@PathToken() id: number) {
    return this.tokens.revoke(id);
  }

  @Post('me/revoke')
  @Endpoint({
    summary: 'Revoke the token that asks',
    description: 'For whoever signs out, or has shown a token to others. It is refused within a second.',
    operationId: 'revokeMe',
    returns: one('token', TokenShow),
    role: 'read',
    partners: true,
    parties: { filters: [] },
    errors,
  })
  revokeOwn() {
    return this.tokens.revokeOwn();
  }
}
