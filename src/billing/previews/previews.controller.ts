import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { ChargePreviewQuery, CreateChargePreviews } from './preview.dto';
import { ChargePreview, ChargePreviews } from './preview.view';
import { PreviewsService } from './previews.service';

@ApiTags('Billing')
@Controller()
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Get('containers/:number/charge_preview')
  @Endpoint({
    summary: 'Show what a container costs',
    description:
      'What its stay and the orders for it cost if it leaves at a time, line by line, with who pays, the taxes, and the free time. What leaving itself costs is among it. Nothing is written.',
    operationId: 'previewContainerCharges',
    returns: bare(ChargePreview),
    parties: { filters: ['at', 'stay'] },
    errors: [404, 422],
  })
  ofContainer(@PathContainer() number: string, @Query() { at, stay }: ChargePreviewQuery) {
    return this.previews.ofContainer(number, at, stay);
  }

  @Post('charge_previews')
  @Endpoint({
    summary: 'Preview charges',
    description:
      'Of several containers, or of one that does not exist: a quotation. Of a voyage its containers come first, and its own call last, where that costs something. A draft of a tariff may be asked as if it were published, which shows what new prices would bring. Nothing is written.',
    operationId: 'previewCharges',
    returns: bare(ChargePreviews),
    role: 'read',
    parties: { filters: [] },
    errors: [404, 422],
  })
  async ofSeveral(@Body() body: CreateChargePreviews) {
    return { charge_previews: await this.previews.ofSeveral(body) };
  }
}
