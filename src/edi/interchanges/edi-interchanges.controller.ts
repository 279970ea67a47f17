import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { INTERCHANGES } from '../../common/endpoint/bytes-taken';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { file, one, page } from '../../common/endpoint/returns';
import { EdiInterchangeQuery, EdiSegment, EdiSegmentQuery, UploadQuery } from './edi-interchange.dto';
import { EdiInterchangeShow } from './edi-interchange.view';
import { EdiInterchangesService } from './edi-interchanges.service';
import { UploadsService } from './uploads.service';

const PathInterchange = () => PathId('EDI interchange', 'id', 'The id of the interchange');

@ApiTags('EDI')
@Controller('edi_interchanges')
export class EdiInterchangesController {
  constructor(
    private readonly interchanges: EdiInterchangesService,
    private readonly uploads: UploadsService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List EDI interchanges',
    description: 'What came and what goes, without the bytes.',
    returns: page('edi_interchanges', EdiInterchangeShow),
    partners: true,
    errors: [404, 422],
  })
  list(@Query() query: EdiInterchangeQuery) {
    return this.interchanges.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an EDI interchange',
    description: 'Its envelope, and how far it has come.',
    returns: one('edi_interchange', EdiInterchangeShow),
    partners: true,
    errors: [404],
  })
  show(@PathInterchange() id: number) {
    return this.interchanges.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Upload an EDI interchange',
    operationId: 'uploadEdiInterchange',
    description:
      'The bytes as body, as `Content-Type: application/EDIFACT`, `text/plain` or `application/octet-stream`. They are kept before anything is read; reading and applying follow beside requests. `edi_message.*` or the record tells what came of it.',
    returns: one('edi_interchange', EdiInterchangeShow),
    takesBytes: INTERCHANGES,
    partners: true,
    status: 201,
    errors: [404, 422],
  })
  upload(@Query() query: UploadQuery, @Req() request: FastifyRequest) {
    return this.uploads.upload((request.body as Buffer | undefined) ?? Buffer.alloc(0), query);
  }

  @Get(':id/raw')
  @Endpoint({
    summary: 'Show the bytes of an EDI interchange',
    operationId: 'showEdiInterchangeRaw',
    description: 'As they came or go, as an attachment.',
    returns: file('application/EDIFACT'),
    partners: true,
    errors: [404],
  })
  raw(@PathInterchange() id: number) {
    return this.interchanges.raw(id);
  }

  @Get(':id/segments')
  @Endpoint({
    summary: 'List the segments of an EDI interchange',
    operationId: 'listEdiSegments',
    description:
      'As far as it can be read, each with what is wrong with it; also of an interchange that was refused.',
    returns: page('segments', EdiSegment, { most: 500 }),
    partners: true,
    errors: [404, 422],
  })
  segments(@PathInterchange() id: number, @Query() query: EdiSegmentQuery) {
    return this.interchanges.segments(id, query);
  }

  @Post(':id/read')
  @Endpoint({
    summary: 'Read a refused EDI interchange again',
    operationId: 'readEdiInterchange',
    description: 'After its partner or a code was set up; only one that was refused.',
    returns: one('edi_interchange', EdiInterchangeShow),
    errors: [404, 409],
  })
  read(@PathInterchange() id: number) {
    return this.interchanges.read(id);
  }
}
