import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, page } from '../../common/endpoint/returns';
import { CreatePreAdvice, PreAdviceQuery, UpdatePreAdvice } from './pre-advice.dto';
import { announcementFilters } from './announcement-filters';
import { PreAdviceShow } from './pre-advice.view';
import { PreAdvicesService } from './pre-advices.service';

const PathPreAdvice = () => PathText('advice_number', 'The number of the pre-advice', 'PA-1001');

@ApiTags('Gate')
@Controller('pre_advices')
export class PreAdvicesController {
  constructor(private readonly preAdvices: PreAdvicesService) {}

  @Get()
  @Endpoint({
    summary: 'List pre-advices',
    description: 'Used ones too, unless `used` is asked for.',
    returns: page('pre_advices', PreAdviceShow),
    parties: { filters: Object.keys(announcementFilters) },
    errors: [404, 422],
  })
  list(@Query() query: PreAdviceQuery) {
    return this.preAdvices.list(query);
  }

  @Post()
  @Endpoint({
    summary: 'Create a pre-advice',
    description: 'Announces who comes and what for. Containers that are dropped off become known.',
    returns: bare(PreAdviceShow),
    status: 201,
    errors: [404, 422],
  })
  create(@Body() body: CreatePreAdvice) {
    return this.preAdvices.create(body);
  }

  @Get(':advice_number')
  @Endpoint({
    summary: 'Show a pre-advice',
    description: 'By its number, with what every purpose was announced with, so that a form can be filled.',
    returns: bare(PreAdviceShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathPreAdvice() advice_number: string) {
    return this.preAdvices.show(advice_number);
  }

  @Patch(':advice_number')
  @Endpoint({
    summary: 'Update a pre-advice',
    description:
      'Purposes that are sent replace those that were. One that a truck came in with cannot be changed.',
    returns: bare(PreAdviceShow),
    errors: [404, 422],
  })
  update(@PathPreAdvice() advice_number: string, @Body() body: UpdatePreAdvice) {
    return this.preAdvices.update(advice_number, body);
  }

  @Delete(':advice_number')
  @Endpoint({
    summary: 'Remove a pre-advice',
    description: 'Answers it without purposes. One that a truck came in with cannot be deleted.',
    returns: bare(PreAdviceShow),
    errors: [404, 422],
  })
  remove(@PathPreAdvice() advice_number: string) {
    return this.preAdvices.remove(advice_number);
  }
}
