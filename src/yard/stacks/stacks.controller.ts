import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, file } from '../../common/endpoint/returns';
import { prefers } from '../../common/http/accept';
import { In } from '../../common/input/in';
import { type Colour, COLOURS } from './colours';
import { StacksService } from './stacks.service';
import { Stacks } from './stacks.view';

const PathArea = () => PathText('name', 'The id or the name of the yard area', 'Block A');

const LARGE_AREA =
  'Areas of more than 1,000 slots are sent to a token one at a time: ask for some bays with `bay_from` and `bay_until`.';

class StacksQuery {
  @In.text({
    description: 'Only this bay and those behind it, without what stands in no slot; `2` is before `10`',
    example: '01',
  })
  bay_from?: string | null;
  @In.text({
    description: 'Only this bay and those before it, without what stands in no slot',
    example: '09',
  })
  bay_until?: string | null;
  @In.oneOf(COLOURS, { description: 'What the colour of a container says: `status` unless given' })
  colour?: Colour | null;
}

@ApiTags('Yard')
@Controller('yard_areas')
export class StacksController {
  constructor(private readonly stacks: StacksService) {}

  @Get(':name/stacks')
  @Endpoint({
    summary: 'Show the stacks of a yard area',
    operationId: 'showStacks',
    description: `Bay by bay and row by row, with empty slots, and what stands in the area without a slot. ${LARGE_AREA} With \`Accept: image/svg+xml\` it is the picture of \`stacks.svg\`.`,
    returns: bare(Stacks),
    errors: [404, 422],
  })
  show(@PathArea() name: string, @Query() query: StacksQuery, @Req() request: FastifyRequest) {
    if (prefers('image/svg+xml', request.headers.accept)) return this.draw(name, query);
    return this.stacks.show(name, baysOf(query));
  }

  @Get(':name/stacks.svg')
  @Endpoint({
    summary: 'Draw the stacks of a yard area',
    operationId: 'showStacksPicture',
    description: `A picture in SVG: bays from left to right, rows from top to bottom, tiers from the ground up. Each container has a title. ${LARGE_AREA}`,
    returns: file('image/svg+xml'),
    errors: [404, 422],
  })
  draw(@PathArea() name: string, @Query() query: StacksQuery) {
    return this.stacks.picture(name, baysOf(query), query.colour ?? 'status');
  }
}

/** The bays that a request asks for; an empty text asks for all. */
const baysOf = ({ bay_from, bay_until }: StacksQuery) => ({
  from: bay_from || null,
  until: bay_until || null,
});
