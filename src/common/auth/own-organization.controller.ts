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
    description:
      'What a client needs at its start: the user by name, the role, the settings of the organization such as its time zone and units.',
    operationId: 'showMe',
    returns: bare(Me),
    partners: true,
    parties: { filters: [] },
    errors: [404, 422],
  })
  me() {
    return this.organizations.me();
  }

  @Get('organization')
  @Endpoint({
    summary: "Show the organization's settings",
    description: 'What is told to every token by `GET /me` as well, in one object by itself.',
    operationId: 'showOrganization',
    returns: one('organization', OrganizationShow),
    role: 'admin',
    errors: [404, 422],
  })
  show() {
    return this.organizations.show();
  }

  @Patch('organization')
  @Endpoint({
    summary: "Change the organization's settings",
    description:
      'Only those that are sent change, at once and for every client. Weights and dimensions that are stored are not converted.',
    operationId: 'updateOrganization',
    returns: one('organization', OrganizationShow),
    role: 'admin',
    errors: [404, 422],
  })
  update(@Body() body: UpdateOrganization) {
    return this.organizations.update(body);
  }
}
