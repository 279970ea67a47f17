import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, SET_UP } from '../../endpoint/endpoint';
import { PathText } from '../../endpoint/path-param';
import { bare, message, one, page } from '../../endpoint/returns';
import {
  CreateIdentityIssuer,
  ExplainToken,
  IdentityIssuerQuery,
  UpdateIdentityIssuer,
} from './identity-issuer.dto';
import { IdentityIssuerShow, IdentityIssuerTest, TokenExplained } from './identity-issuer.view';
import { IdentityIssuersService } from './identity-issuers.service';
import { TokenExplanationsService } from './token-explanations.service';

const role = 'admin';
const errors = [400, 404, 409, 422];
/** Fetching keys does not change the version of the record. */
const running = 'last_fetched_at';
const IdOrName = () => PathText('id', 'The id or the name', '1');

@ApiTags(SET_UP)
@Controller('identity_issuers')
export class IdentityIssuersController {
  constructor(
    private readonly issuers: IdentityIssuersService,
    private readonly explanations: TokenExplanationsService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List identity issuers',
    description:
      'The identity providers whose access tokens are taken, with the keys that were fetched of them. Secrets are none of it.',
    returns: page('identity_issuers', IdentityIssuerShow),
    role,
    errors,
  })
  list(@Query() query: IdentityIssuerQuery) {
    return this.issuers.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an identity issuer',
    description: 'With its grants, and why its keys could not be fetched the last time.',
    returns: one('identity_issuer', IdentityIssuerShow, running),
    role,
    errors,
  })
  show(@IdOrName() id: string) {
    return this.issuers.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create an identity issuer',
    description:
      'From then on its access tokens are taken as `Authorization: Bearer`. What one may do says the first grant that fits; without a grant nobody is let in. An organization has 20 at most.',
    returns: one('identity_issuer', IdentityIssuerShow, running),
    status: 201,
    role,
    errors,
  })
  create(@Body() body: CreateIdentityIssuer) {
    return this.issuers.create(body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update an identity issuer',
    description:
      'Only the fields that are sent change; `grants` are replaced as a whole. It counts within a second, also for tokens that were taken before, and ends their open streams.',
    returns: one('identity_issuer', IdentityIssuerShow, running),
    role,
    errors,
  })
  update(@IdOrName() id: string, @Body() body: UpdateIdentityIssuer) {
    return this.issuers.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an identity issuer',
    description:
      'Its tokens are refused within a second. The users stay, and are no longer known by its subjects.',
    returns: message(),
    role,
    errors,
  })
  remove(@IdOrName() id: string) {
    return this.issuers.remove(id);
  }

  @Post(':id/test')
  @Endpoint({
    summary: 'Test an identity issuer',
    description:
      'Fetches its keys as it is done for tokens, and answers them, or why there are none. The process that answers takes tokens by them from then on, others within ten minutes. It takes ten seconds at most; two of an organization run at a time.',
    operationId: 'testIdentityIssuer',
    returns: bare(IdentityIssuerTest),
    repeats: 'carried out',
    role,
    errors: [...errors, 429],
  })
  test(@IdOrName() id: string) {
    return this.issuers.test(id);
  }

  @Post(':id/explain')
  @Endpoint({
    summary: 'Explain what would become of a token',
    description:
      'Checks an access token as a request with it would be, and answers which grant counts, or why it is refused. Nobody is signed in, and the token is not kept.',
    operationId: 'explainIdentityToken',
    returns: bare(TokenExplained),
    repeats: 'carried out',
    role,
    errors: [...errors, 429],
  })
  explain(@IdOrName() id: string, @Body() { token }: ExplainToken) {
    return this.explanations.explain(id, token);
  }
}
