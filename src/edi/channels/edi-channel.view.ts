import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { type Of, view } from '../../common/view/view';
import { CHANNEL_DIRECTIONS, CHANNEL_KINDS, EdiChannel } from './edi-channel.entity';

const Out = view(EdiChannel);

/** SQL of a column of the channel's state. */
const state = (column: string) => (of: Of) =>
  `SELECT s.${column} FROM edi_channel_states s
    WHERE s.organization_id = ${of('organization_id')} AND s.edi_channel_id = ${of('id')}`;

/** A channel, without its password and its private keys. */
export class EdiChannelShow {
  @Out.id() id: number;
  @Out.reference('partner', 'name', { example: 'Westhaven Message Hub' }) partner: object;
  @Out.oneOf(CHANNEL_DIRECTIONS, { description: 'Whether it brings interchanges, takes them away, or both' })
  direction: string;
  @Out.oneOf(CHANNEL_KINDS, {
    description: 'mailbox: the partner uploads and fetches; sftp: the service connects to a server',
  })
  kind: string;
  @Out.text() description: string | null;
  @Out.bool({ description: 'Whether it carries anything' }) active: boolean;
  @Out.text({ example: 'sftp.westhaven.example' }) host: string | null;
  @Out.int({ example: 22 }) port: number;
  @Out.text({ example: 'northquay' }) username: string | null;
  @Out.text({ example: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8' }) host_key: string | null;
  @Out.text({ example: 'to_terminal' }) in_folder: string | null;
  @Out.text({ example: 'from_terminal' }) out_folder: string | null;
  @Out.text() done_folder: string | null;
  @Out.int({ example: 60 }) poll_seconds: number;
  @Out.text({ example: '{message}_{control_reference}.edi' }) file_name: string;
  @Out.bool() legacy_algorithms: boolean;
  @Out.text({
    description:
      'The key with which the service proves who it is, as a line of authorized_keys; null for a mailbox',
    example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGaaN/xoZnqJ8dsxyb1bKWBgprcUozspQZOyz3OLVd/H wharfinger',
  })
  public_key: string | null;
  @Out.text({ description: 'The key before, until the server took the new one; null afterwards' })
  previous_public_key: string | null;
  @Out.sql(state('failing_since'), 'time', {
    description: 'Since when every try has failed; null when the last one did not',
  })
  failing_since: string | null;
  @Out.sql(state('last_error'), 'text', {
    description: 'Why the last try failed; null when it did not',
    example: 'The server does not let the user in.',
  })
  last_error: string | null;
  @Out.sql(state('last_worked_at'), 'time', { description: 'When a try succeeded last' })
  last_worked_at: string | null;
  @Out.sql((of) => `coalesce((${state('left_files')(of)}), '{}')`, 'texts', {
    nullable: false,
    description:
      'Files that are left where they are, since they are larger than 16 MiB or have names that are no UTF-8: 20 at most',
  })
  left_files: string[];
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** The folder that files are taken from. */
export class EdiChannelInFolder {
  @ApiProperty({ type: 'boolean', description: 'Whether it is there' }) exists: boolean;
  @ApiProperty({ ...INTEGER, description: 'How many files lie in it, finished or not', example: 3 })
  files: number;
}

/** The folder that files are put into. */
export class EdiChannelOutFolder {
  @ApiProperty({ type: 'boolean', description: 'Whether it is there' }) exists: boolean;
  @ApiProperty({ type: 'boolean', description: 'Whether a file could be written and removed' })
  writable: boolean;
}

export class EdiChannelFolders {
  @ApiProperty({ type: () => EdiChannelInFolder, nullable: true, description: 'null for one that only puts' })
  in: EdiChannelInFolder | null;
  @ApiProperty({
    type: () => EdiChannelOutFolder,
    nullable: true,
    description: 'null for one that only takes',
  })
  out: EdiChannelOutFolder | null;
}

/** What came of trying a channel. */
export class EdiChannelTest {
  @ApiProperty({ type: 'boolean', description: 'Whether the server let the user in' }) connected: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The fingerprint of the host key that the server shows; null when it was not reached',
    example: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  })
  host_key: string | null;
  @ApiProperty({ type: () => EdiChannelFolders }) folders: EdiChannelFolders;
  @ApiProperty({ ...INTEGER, description: 'How long it took', example: 140 }) milliseconds: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What failed first; null when all is well',
    example: 'The server shows another host key: SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8.',
  })
  error: string | null;
}
