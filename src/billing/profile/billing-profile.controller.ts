import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { BillingProfileShow, UpdateBillingProfile } from './billing-profile.dto';
import { BillingProfileService } from './billing-profile.service';

@ApiTags('Billing')
@Controller('billing_profile')
export class BillingProfileController {
  constructor(private readonly profile: BillingProfileService) {}

  @Get()
  @Endpoint({
    summary: 'Show the billing profile',
    description: 'The seller, with its addresses and numbers, and the calendar of rates that name none.',
    returns: one('billing_profile', BillingProfileShow),
    errors: [404, 422],
  })
  show() {
    return this.profile.show();
  }

  @Patch()
  @Endpoint({
    summary: 'Change the billing profile',
    description: 'Only what is sent changes; null clears what may be empty.',
    returns: one('billing_profile', BillingProfileShow),
    role: 'admin',
    errors: [404, 422],
  })
  update(@Body() body: UpdateBillingProfile) {
    return this.profile.update(body);
  }
}
