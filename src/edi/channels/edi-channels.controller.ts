import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, message, one, page } from '../../common/endpoint/returns';
import { ChannelTestsService } from './channel-tests.service';
import { CreateEdiChannel, EdiChannelQuery, UpdateEdiChannel } from './edi-channel.dto';
import { EdiChannelShow, EdiChannelTest } from './edi-channel.view';
import { EdiChannelsService } from './edi-channels.service';

const role = 'admin';
const errors = [404, 409, 422];
const PathChannel = () => PathId('EDI channel', 'id', 'The id of the channel');

@ApiTags('EDI')
@Controller('edi_channels')
export class EdiChannelsController {
  constructor(
    private readonly channels: EdiChannelsService,
    private readonly tests: ChannelTestsService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List EDI channels',
    description: 'Each with whether it fails; passwords and private keys are not shown.',
    returns: page('edi_channels', EdiChannelShow),
    role,
    errors,
  })
  list(@Query() query: EdiChannelQuery) {
    return this.channels.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an EDI channel',
    description: 'With its public key, which the server of the partner has to know.',
    returns: one('edi_channel', EdiChannelShow),
    role,
    errors,
  })
  show(@PathChannel() id: number) {
    return this.channels.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create an EDI channel',
    description:
      'One of SFTP gets a key of its own. Without the host key of its server it is kept and not active: a test shows the key. A partner has one active channel for each way.',
    returns: one('edi_channel', EdiChannelShow),
    status: 201,
    role,
    errors,
  })
  create(@Body() body: CreateEdiChannel) {
    return this.channels.create(body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update an EDI channel',
    description: 'Only the fields that are sent change. It is tried at once afterwards, also while it fails.',
    returns: one('edi_channel', EdiChannelShow),
    role,
    errors,
  })
  update(@PathChannel() id: number, @Body() body: UpdateEdiChannel) {
    return this.channels.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an EDI channel',
    description: 'Only while no interchange came or went through it: 409 otherwise.',
    returns: message(),
    role,
    errors,
  })
  remove(@PathChannel() id: number) {
    return this.channels.remove(id);
  }

  @Post(':id/test')
  @Endpoint({
    summary: 'Test an EDI channel',
    description:
      'Connects to its server, also while it is not active, looks at its folders, and writes and removes a file named `.wharfinger-test`. Without a stored host key it shows the one of the server, and goes no further. It takes 15 seconds at most.',
    operationId: 'testEdiChannel',
    returns: bare(EdiChannelTest),
    repeats: 'carried out',
    role,
    errors,
  })
  test(@PathChannel() id: number) {
    return this.tests.test(id);
  }

  @Post(':id/rotate_key')
  @Endpoint({
    summary: 'Make a new key for an EDI channel',
    description: 'The key before is offered as well until the server has taken the new one.',
    operationId: 'rotateEdiChannelKey',
    returns: one('edi_channel', EdiChannelShow),
    role,
    errors,
  })
  rotateKey(@PathChannel() id: number) {
    return this.channels.rotateKey(id);
  }
}
