import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { CreateGensetBody, UpdateGensetBody } from './genset.dto';
import { GensetShow } from './genset.view';
import { GensetsService } from './gensets.service';

const PathGenset = () => PathText('number', 'The number of the genset', 'GS-201');

@ApiTags('Cargo')
@Controller('gensets')
export class GensetsController {
  constructor(private readonly gensets: GensetsService) {}

  @Get()
  @Endpoint({
    summary: 'List gensets',
    description: 'Each with where it is, what it powers, and how much fuel it has.',
    returns: page('gensets', GensetShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  list(@Query() query: PageQuery) {
    return this.gensets.list(query);
  }

  @Get(':number')
  @Endpoint({
    summary: 'Show a genset',
    description: 'By its number, which is unique in the organization.',
    returns: one('genset', GensetShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathGenset() number: string) {
    return this.gensets.show(number);
  }

  @Post()
  @Endpoint({
    summary: 'Create a genset',
    description: 'It is active, and nowhere, unless the request says otherwise.',
    returns: one('genset', GensetShow),
    status: 201,
    errors: [400, 404],
  })
  create(@Body() { genset }: CreateGensetBody) {
    return this.gensets.create(genset);
  }

  @Patch(':number')
  @Endpoint({
    summary: 'Update a genset',
    description: 'Only the fields that are sent change; the number may change as well.',
    returns: one('genset', GensetShow),
    errors: [400, 404],
  })
  update(@PathGenset() number: string, @Body() { genset }: UpdateGensetBody) {
    return this.gensets.update(number, genset);
  }
}
