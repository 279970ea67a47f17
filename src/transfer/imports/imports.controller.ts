import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RECORDS } from '../../common/endpoint/bytes-taken';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { CreateImportQuery, ImportQuery } from './import.dto';
import { ImportItem, ImportShow } from './import.view';
import { ImportsService } from './imports.service';

@ApiTags('Organization')
@Controller('imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get()
  @Endpoint({
    summary: 'List imports',
    description: 'Those of the last 30 days, without what is wrong with their lines.',
    returns: page('imports', ImportItem),
    role: 'admin',
    errors: [404, 422],
  })
  list(@Query() query: ImportQuery) {
    return this.imports.list(query);
  }

  @Post()
  @Endpoint({
    summary: 'Import a file of records',
    description:
      'The file as body, as `Content-Type: text/csv` or `application/x-ndjson`: all of its records, or none. It is kept before anything is read. The service works it off beside requests, one import of an organization at a time, and the record tells how far it has come. A record is known by its key: one that is there is updated, another one made.',
    returns: one('import', ImportShow),
    takesBytes: RECORDS,
    role: 'admin',
    status: 202,
    errors: [404, 422],
  })
  create(@Query() query: CreateImportQuery, @Req() request: FastifyRequest) {
    return this.imports.create(request, query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an import',
    description: 'How far it has come, what came of it, and what is wrong with which lines.',
    returns: one('import', ImportShow),
    role: 'admin',
    errors: [404],
  })
  show(@PathId('Import', 'id', 'The id of the import') id: number) {
    return this.imports.show(id);
  }
}
