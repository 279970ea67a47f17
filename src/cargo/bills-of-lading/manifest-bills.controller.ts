import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { OptionalPageQuery } from '../../common/pagination/page-query';
import { CreateBillBody, UpdateBillBody } from './bill-of-lading.dto';
import { BillOfLadingShow } from './bill-of-lading.view';
import { ManifestBillsService } from './manifest-bills.service';

const ERRORS = [400, 404, 422];
const PathManifest = () =>
  PathText('manifest_client_identifier', 'What the manifest is identified by', 'WHA-WP2611');

const PathBill = () => PathText('id', 'The id or the number of the bill', 'WHA26110041');

@ApiTags('Cargo')
@Controller('manifests/:manifest_client_identifier/bill_of_ladings')
export class ManifestBillsController {
  constructor(private readonly bills: ManifestBillsService) {}

  @Get()
  @Endpoint({
    summary: 'List the bills of lading of a manifest',
    description: 'All of them, unless `page` or `per` asks for a page.',
    returns: page('bill_of_ladings', BillOfLadingShow, { whole: true }),
    parties: { filters: [] },
    errors: ERRORS,
  })
  list(@PathManifest() client_identifier: string, @Query() query: OptionalPageQuery) {
    return this.bills.list(client_identifier, query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a bill of lading of a manifest',
    description: 'By its id. What cargo is on it, and where that is, the same bill tells under its voyage.',
    returns: one('bill_of_lading', BillOfLadingShow),
    parties: { filters: [] },
    errors: ERRORS,
  })
  show(@PathManifest() client_identifier: string, @PathBill() idOrNumber: string) {
    return this.bills.show(client_identifier, idOrNumber);
  }

  @Post()
  @Endpoint({
    summary: 'Create a bill of lading in a manifest',
    description:
      'Ports that are not known are left out, and consignee and exporter have to be known by the names that are sent.',
    returns: one('bill_of_lading', BillOfLadingShow),
    status: 201,
    errors: ERRORS,
  })
  create(@PathManifest() client_identifier: string, @Body() body: CreateBillBody) {
    return this.bills.create(client_identifier, body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update a bill of lading of a manifest',
    description: 'Neither its number can be changed, nor a consignee or an exporter that it has.',
    returns: one('bill_of_lading', BillOfLadingShow),
    errors: ERRORS,
  })
  update(
    @PathManifest() client_identifier: string,
    @PathBill() idOrNumber: string,
    @Body() body: UpdateBillBody,
  ) {
    return this.bills.update(client_identifier, idOrNumber, body);
  }
}
