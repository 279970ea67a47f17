import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { CreatePreAdvice } from './pre-advice.dto';
import { PreAdviceShow } from './pre-advice.view';
import { PreAdvicesService } from './pre-advices.service';

const AdviceNumber = () => PathText('advice_number', 'The number of the pre-advice', 'PA-1001');

@ApiTags('Gate')
@Controller('pre_advices')
export class PreAdvicesController {
  constructor(private readonly preAdvices: PreAdvicesService) {}

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
  @Endpoint({ summary: 'Show a pre-advice', returns: bare(PreAdviceShow), errors: [404, 422] })
  show(@AdviceNumber() advice_number: string) {
    return this.preAdvices.show(advice_number);
  }

  @Delete(':advice_number')
  @Endpoint({
    summary: 'Delete a pre-advice',
    description: 'Answers it without purposes. One that a truck came in with cannot be deleted.',
    returns: bare(PreAdviceShow),
    errors: [404, 422],
  })
  remove(@AdviceNumber() advice_number: string) {
    return this.preAdvices.remove(advice_number);
  }
}
