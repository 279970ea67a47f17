import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { ContainerReleaseQuery } from './container-release.dto';
import { ContainerReleaseShow } from './container-release.view';
import { ContainerReleasesService } from './container-releases.service';

@ApiTags('Holds')
@Controller('container_releases')
export class ContainerReleasesController {
  constructor(private readonly releases: ContainerReleasesService) {}

  @Get()
  @Endpoint({
    summary: 'List releases of containers',
    description:
      'What lines release by COREOR, in the order in which it came: what lifted a hold, and what is kept until there is one. A party sees those of its line, and those that name it.',
    returns: page('container_releases', ContainerReleaseShow),
    parties: { filters: ['status', 'container_number', 'bill_of_lading_number', 'document_number'] },
    errors: [422],
  })
  list(@Query() query: ContainerReleaseQuery) {
    return this.releases.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a release of a container',
    description: 'By its id, with how far it has come.',
    returns: one('container_release', ContainerReleaseShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathId('Container release') id: number) {
    return this.releases.show(id);
  }
}
