import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../endpoint/endpoint';
import { bare, one } from '../endpoint/returns';
import { UpdateOrganization } from './organization.dto';
import { Me, OrganizationShow } from './organization.view';
import { OwnOrganizationService } from './own-organization.service';

@ApiTags('Set-up')
@Controller()
export class OwnOrganizationController {
  constructor(private readonly organizations: OwnOrganizationService) {}

  @Get('me')
  @Endpoint({
    summary: 'Show whose token it is, and what it may do',
    returns: bare(Me),
    errors: [400, 404, 409, 422],
  })
  me() {
    return this.organizations.me();
  }

  @Get('organization')
  @Endpoint({
    summary: "Show the organization's settings",
    returns: one('organization', OrganizationShow),
    role: 'admin',
    errors: [400, 404, 409, 422],
  })
  show() {
    return this.organizations.show();
  }

  @Patch('organization')
  @Endpoint({
    summary: "Change the organization's settings",
    returns: one('organization', OrganizationShow),
    role: 'admin',
    errors: [400, 404, 409, 422],
  })
  update(@Body() body: UpdateOrganization) {
    return this.organizations.update(body);
  }
}
