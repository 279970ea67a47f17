import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { InventoryService } from './inventory.service';
import { Inventory, TerminalInventory } from './inventory.view';

@ApiTags('Yard')
@Controller()
export class InventoryController {
  constructor(private readonly inventory: InventoryService) {}

  @Get('yard_areas/:name/inventory')
  @Endpoint({
    summary: 'Count what stands in a yard area',
    operationId: 'showYardAreaInventory',
    description: 'In its slots and in the area itself, by what it is, with the room that the slots have.',
    returns: bare(Inventory, 'average_dwell_days'),
    errors: [404, 422],
  })
  ofArea(@PathText('name', 'The id or the name of the yard area', 'Block A') name: string) {
    return this.inventory.ofArea(name);
  }

  @Get('terminals/:name/inventory')
  @Endpoint({
    summary: 'Count what stands at a terminal',
    operationId: 'showTerminalInventory',
    description: 'Area by area, and elsewhere: at its gates and berths, and at the terminal without a place.',
    returns: bare(TerminalInventory),
    errors: [404, 422],
  })
  ofTerminal(@PathText('name', 'The id or the name of the terminal', 'North Quay') name: string) {
    return this.inventory.ofTerminal(name);
  }
}
