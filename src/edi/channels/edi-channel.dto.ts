import { PartialType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { ediPartnerInput, type EdiPartnerInput } from '../../parties/edi-partners/edi-partner-reference';
import { CHANNEL_DIRECTIONS, CHANNEL_KINDS } from './edi-channel.entity';
import { FILE_NAME_FORM, FILE_NAME_MUST } from './file-names';
import { FINGERPRINT_FORM } from './keys';

const FOLDER = {
  max: 1000,
  pattern: /^[^\p{Cc}]*$/u,
  must: 'must be a path without control characters',
} as const;

/** The fields of a new channel. */
export class CreateEdiChannel {
  @ediPartnerInput({ required: true, description: 'The partner that interchanges come from or go to' })
  partner: EdiPartnerInput;
  @In.oneOf(CHANNEL_DIRECTIONS, {
    required: true,
    description: 'Whether it brings interchanges, takes them away, or both',
  })
  direction: (typeof CHANNEL_DIRECTIONS)[number];
  @In.oneOf(CHANNEL_KINDS, {
    required: true,
    description: 'mailbox: the partner uploads and fetches; sftp: the service connects to a server',
  })
  kind: (typeof CHANNEL_KINDS)[number];
  @In.note({ description: 'What people have to know of it' }) description?: string | null;
  @In.bool({
    description: 'Whether it carries anything; unless given, one of SFTP with a host key, or a mailbox',
  })
  active?: boolean | null;
  @In.text({
    max: 253,
    pattern: /^[A-Za-z0-9:]([A-Za-z0-9.:_-]*[A-Za-z0-9:])?$/,
    must: 'must be a name or an address of a host',
    description: 'The host of the SFTP server: a name, or an address that is public',
    example: 'sftp.westhaven.example',
  })
  host?: string | null;
  @In.int({ notNull: true, min: 1, max: 65_535, description: 'The port of the SFTP server; 22 unless given' })
  port?: number;
  @In.text({ min: 1, description: 'The user on the SFTP server', example: 'northquay' })
  username?: string | null;
  @In.text({
    pattern: FINGERPRINT_FORM,
    must: 'must be SHA256: and 43 characters',
    description: 'The fingerprint of the host key that the SFTP server has to show',
    example: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  })
  host_key?: string | null;
  @In.text({ ...FOLDER, description: 'The folder that files are taken from', example: 'to_terminal' })
  in_folder?: string | null;
  @In.text({ ...FOLDER, description: 'The folder that files are put into', example: 'from_terminal' })
  out_folder?: string | null;
  @In.text({ ...FOLDER, description: 'The folder that taken files are moved to; they are deleted without' })
  done_folder?: string | null;
  @In.int({
    notNull: true,
    min: 30,
    max: 3600,
    description: 'After how many seconds the folder is looked at again; 60 unless given',
  })
  poll_seconds?: number;
  @In.text({
    notNull: true,
    pattern: FILE_NAME_FORM,
    must: FILE_NAME_MUST,
    description: 'The names of files that are put, with {message}, {control_reference}, {partner} and {time}',
    example: '{message}_{control_reference}.edi',
  })
  file_name?: string;
  @In.bool({ description: 'Whether host keys that sign with SHA-1 are taken, which only old servers need' })
  legacy_algorithms?: boolean | null;
  @In.text({ min: 1, max: 1000, description: 'The password of the user; it is never answered' })
  password?: string | null;
}

export class UpdateEdiChannel extends PartialType(CreateEdiChannel) {}

export class EdiChannelQuery extends PageQuery {
  @In.id({ description: 'Only those of this partner, by its id' }) partner?: number;
  @In.oneOf(CHANNEL_KINDS, { description: 'Only those of this kind' }) kind?: string;
  @In.oneOf(CHANNEL_DIRECTIONS, { description: 'Only those of this direction' }) direction?: string;
  @In.bool({ description: 'Only those that carry something, or those that do not' }) active?: boolean;
}
