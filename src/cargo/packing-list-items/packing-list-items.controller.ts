import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { kindClasses } from '../../common/setup/kind-classes';
import { kindOf } from '../../common/setup/kind';
import { Packages } from './packing-list-item.dto';
import { PackingListItem } from './packing-list-item.kind';
import { PackingListItemsService } from './packing-list-items.service';

const Item = kindClasses(kindOf(PackingListItem)).Show;
const PathItem = () => PathText('id', 'The id or the reference number', 'PL-7001');

@ApiTags('Set-up')
@Controller('packing_list_items')
export class PackingListItemsController {
  constructor(private readonly items: PackingListItemsService) {}

  @Post(':id/strip')
  @Endpoint({
    summary: 'Take packages out of their container',
    description: 'Refused while the container is held, itself or by its bills.',
    returns: one('packing_list_item', Item),
    errors: [404, 422],
  })
  strip(@PathItem() idOrKey: string, @Body() { quantity }: Packages) {
    return this.items.strip(idOrKey, quantity);
  }

  @Post(':id/deliver')
  @Endpoint({
    summary: 'Hand packages over to their receiver',
    description: 'At most what was taken out. Refused while they are held.',
    returns: one('packing_list_item', Item),
    errors: [404, 422],
  })
  deliver(@PathItem() idOrKey: string, @Body() { quantity }: Packages) {
    return this.items.deliver(idOrKey, quantity);
  }
}
