import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { CopyTariff, PublishTariff } from './tariff.dto';
import { Tariff } from './tariff.kind';
import { TariffsService } from './tariffs.service';

const PathTariff = () => PathText('name', 'The id or the name', 'Public 2026');
const { Show } = kindClasses(kindOf(Tariff));

/** What is done with tariffs beyond those of a set-up kind. */
@ApiTags('Set-up')
@Controller('tariffs')
export class TariffsController {
  constructor(private readonly tariffs: TariffsService) {}

  @Post(':name/publish')
  @Endpoint({
    summary: 'Publish a tariff',
    description:
      'From then on it holds, and neither it nor its rates change, but for its last day. No other tariff of its customer and line may price one of its charge codes on one of its days.',
    returns: one('tariff', Show),
    role: 'admin',
    errors: [404, 409, 422],
  })
  publish(@PathTariff() name: string, @Body() body: PublishTariff) {
    return this.tariffs.publish(name, body);
  }

  @Post(':name/copy')
  @Endpoint({
    summary: 'Copy a tariff',
    description:
      'Makes a draft with all of its rates, raised by a percentage and rounded to the places that each amount has, two at least.',
    returns: one('tariff', Show),
    status: 201,
    role: 'admin',
    errors: [404, 409, 422],
  })
  copy(@PathTariff() name: string, @Body() body: CopyTariff) {
    return this.tariffs.copy(name, body);
  }
}
