import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { UPLOADS } from '../endpoint/bytes-taken';
import { Endpoint } from '../endpoint/endpoint';
import { PathId } from '../endpoint/path-param';
import { bare, file, one } from '../endpoint/returns';
import { FILE_TYPES } from './file.entity';
import { FileQuery, UploadFileQuery } from './file.dto';
import { FileShow } from './file.view';
import { FilesService } from './files.service';

/** The domains whose records name files. */
const DOMAINS = ['condition', 'gate', 'quay'];

/** An address of a file for an `<img>`, which sends no headers. */
class FileLinkShow {
  @ApiProperty({
    type: 'string',
    description: '`size` may be added',
    example: 'https://terminal.example/api/v1/files/1?ticket=Yq3kXJ9sVb6mLr0ZtHc2Wd8uEa5oFg1iTn7pKx4lQyM',
  })
  url: string;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it ends: 10 minutes after it was made',
  })
  expires_at: string;
}

const PathFile = () => PathId('File', 'id', 'The id of the file');

@ApiTags('Condition')
@Controller('files')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Post()
  @Endpoint({
    summary: 'Upload a file',
    operationId: 'uploadFile',
    description:
      'A picture (JPEG, PNG or WebP) or a PDF as body, of which the bytes decide what it is. A picture is turned upright, loses what cameras write about place and time, and keeps at most 4,096 pixels on its longer side. Records name it by `file_ids`: until one does, its uploader alone sees it, and after an hour it is deleted. A token uploads 1 GiB a day.',
    returns: one('file', FileShow),
    takesBytes: UPLOADS,
    alsoOf: DOMAINS,
    status: 201,
    errors: [404, 422],
  })
  upload(@Query() query: UploadFileQuery, @Req() request: FastifyRequest) {
    return this.files.upload(request, query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a file',
    description:
      'Its bytes, to those who see a record that names it. `Range` and `If-None-Match` are heeded. A smaller picture (`size`) is JPEG, or WebP where `Accept` names it. A PDF is an attachment.',
    returns: file(...FILE_TYPES),
    takesTicket: 'file',
    parties: { filters: ['size', 'ticket'] },
    errors: [404, 422],
  })
  show(@PathFile() id: number, @Query() query: FileQuery, @Req() request: FastifyRequest) {
    return this.files.show(id, query, request);
  }

  @Post(':id/link')
  @Endpoint({
    summary: 'Get a link to a file',
    description:
      'For an `<img>` of a page, which sends no headers: whoever has the address sees this file for 10 minutes, and no longer than the token that made it is good. A token has 1,000 at a time.',
    operationId: 'createFileLink',
    returns: bare(FileLinkShow),
    status: 201,
    role: 'read',
    parties: { filters: [] },
    repeats: 'carried out',
    errors: [404],
  })
  link(@PathFile() id: number) {
    return this.files.link(id);
  }
}
