import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { CreateManifest, ManifestQuery } from './manifest.dto';
import { ManifestItem } from './manifest.view';
import { ManifestRemovalService } from './manifest-removal.service';
import { ManifestsService } from './manifests.service';

const ERRORS = [400, 403, 404, 422];

const PathManifest = () => PathText('client_identifier', 'What the manifest is identified by', 'WHA-WP2611');

@ApiTags('Cargo')
@Controller('manifests')
export class ManifestsController {
  constructor(
    private readonly manifests: ManifestsService,
    private readonly removal: ManifestRemovalService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List manifests',
    description: 'Of all voyages, or of the one with `voyage_number`, which has to exist.',
    returns: page('manifests', ManifestItem, { previous: 'previous_page', next: 'next_page' }),
    parties: { filters: ['voyage_number'] },
    errors: ERRORS,
  })
  list(@Query() query: ManifestQuery) {
    return this.manifests.list(query);
  }

  @Get(':client_identifier')
  @Endpoint({
    summary: 'Show a manifest',
    description:
      'By its client identifier, with the line and the voyage that it belongs to, and without its bills of lading.',
    returns: one('manifest', ManifestItem),
    parties: { filters: [] },
    errors: ERRORS,
  })
  show(@PathManifest() client_identifier: string) {
    return this.manifests.show(client_identifier);
  }

  @Post()
  @Endpoint({
    summary: 'Create a manifest',
    description: 'For a voyage and a shipping line. Its bills of lading are created one by one.',
    returns: one('manifest', ManifestItem),
    status: 201,
    errors: ERRORS,
  })
  create(@Body() body: CreateManifest) {
    return this.manifests.create(body);
  }

  @Delete(':client_identifier')
  @Endpoint({
    summary: 'Remove a manifest',
    description:
      'It goes with its bills of lading. It is refused, with the reason, once cargo of it has been at the ' +
      'terminal, a bill of it was invoiced, or a discharge tally of its voyage has a move of its cargo.',
    returns: message(),
    errors: ERRORS,
  })
  remove(@PathManifest() client_identifier: string) {
    return this.removal.remove(client_identifier);
  }
}
