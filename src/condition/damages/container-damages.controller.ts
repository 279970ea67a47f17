import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import {
  ContainerDamageCountQuery,
  ContainerDamageQuery,
  CreateContainerDamage,
  DAMAGE_GROUPS,
  RepairDamage,
  UpdateContainerDamage,
  WithdrawDamage,
} from './container-damage.dto';
import { ContainerDamageShow } from './container-damage.view';
import { ContainerDamagesService } from './container-damages.service';

const ContainerDamageCounts = countsOf('ContainerDamage', DAMAGE_GROUPS);
const ERRORS = [404, 409, 422];
const PathDamage = () => PathId('Container damage', 'id', 'The id of the damage');

@ApiTags('Condition')
@Controller()
export class ContainerDamagesController {
  constructor(private readonly damages: ContainerDamagesService) {}

  @Get('containers/:number/damages')
  @Endpoint({
    summary: 'List the damages of a container',
    description: 'Of all its stays, in the order in which they were entered; open, repaired and withdrawn.',
    operationId: 'listDamagesOfContainer',
    returns: page('damages', ContainerDamageShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  ofContainer(@PathContainer() number: string, @Query() query: PageQuery) {
    return this.damages.ofContainer(number, query);
  }

  @Post('containers/:number/damages')
  @Endpoint({
    summary: 'Enter a damage of a container',
    description:
      'One that is found apart from an inspection. An open damage of the same type, component and location is there once (409), unless `again` says that it is one more. A major one applies the `damage_hold_type` of the organization to the stay.',
    operationId: 'createDamageOfContainer',
    returns: one('damage', ContainerDamageShow),
    status: 201,
    speaks: true,
    errors: ERRORS,
  })
  create(@PathContainer() number: string, @Body() body: CreateContainerDamage) {
    return this.damages.create(number, body);
  }

  @Get('containers/:number/damages/:id')
  @Endpoint({
    summary: 'Show a damage of a container',
    description: 'By its id: what and where it is, when it was found, and what became of it.',
    operationId: 'showDamageOfContainer',
    returns: one('damage', ContainerDamageShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathContainer() number: string, @PathDamage() id: number) {
    return this.damages.show(number, id);
  }

  @Patch('containers/:number/damages/:id')
  @Endpoint({
    summary: 'Correct a damage of a container',
    description:
      'While it is open, and not what it was found on. One that becomes major is as one that was entered so; the last that becomes minor lifts the hold.',
    operationId: 'updateDamageOfContainer',
    returns: one('damage', ContainerDamageShow),
    speaks: true,
    errors: ERRORS,
  })
  update(@PathContainer() number: string, @PathDamage() id: number, @Body() body: UpdateContainerDamage) {
    return this.damages.update(number, id, body);
  }

  @Post('containers/:number/damages/:id/repair')
  @Endpoint({
    summary: 'Note the repair of a damage',
    description:
      'Of an open one. The last major damage that is repaired lifts the hold that damages applied.',
    operationId: 'repairDamageOfContainer',
    returns: one('damage', ContainerDamageShow),
    speaks: true,
    errors: ERRORS,
  })
  repair(@PathContainer() number: string, @PathDamage() id: number, @Body() body: RepairDamage) {
    return this.damages.repair(number, id, body);
  }

  @Post('containers/:number/damages/:id/withdraw')
  @Endpoint({
    summary: 'Withdraw a damage',
    description: 'One that was entered in error, while it is open. It stays listed, and keeps nothing.',
    operationId: 'withdrawDamageOfContainer',
    returns: one('damage', ContainerDamageShow),
    speaks: true,
    errors: ERRORS,
  })
  withdraw(@PathContainer() number: string, @PathDamage() id: number, @Body() { reason }: WithdrawDamage) {
    return this.damages.withdraw(number, id, reason);
  }

  @Get('damages')
  @Endpoint({
    summary: 'List damages of containers',
    description:
      'Of all containers, in the order in which they were entered, or in that of when they were found.',
    operationId: 'listDamages',
    returns: page('damages', ContainerDamageShow),
    parties: {
      filters: [
        'status',
        'severity',
        'damage_type',
        'shipping_line',
        'container_number',
        'found_from',
        'found_until',
        'found_during',
      ],
    },
    errors: [404, 422],
  })
  list(@Query() query: ContainerDamageQuery) {
    return this.damages.list(query);
  }

  @Get('damages/counts')
  @Endpoint({
    summary: 'Count damages of containers',
    description: 'By what `by` says, of the damages that the filters of the list leave.',
    operationId: 'countDamages',
    returns: bare(ContainerDamageCounts),
    errors: [404, 422],
  })
  count(@Query() query: ContainerDamageCountQuery) {
    return this.damages.counts(query);
  }
}
