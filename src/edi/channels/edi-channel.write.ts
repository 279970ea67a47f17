import { requireRoom } from '../../common/setup/room';
import { column, type FieldMap } from '../../common/write/field-map';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { ediPartnerReference } from '../../parties/edi-partners/edi-partner-reference';
import { EDI } from '../edi.codes';
import { CreateEdiChannel } from './edi-channel.dto';
import { EdiChannel } from './edi-channel.entity';

const options = {
  entity: EdiChannel,
  input: [CreateEdiChannel],
  key: ['partner', 'direction', 'kind'],
  // their order tells those of one partner, direction and kind apart
  several: true,
  compares: true,
};

/** What a request says of a channel. */
export const ediChannelModel = new WriteModel({
  ...options,
  maps: { partner: ediPartnerReference() },
  checks: [requireRoom('edi_channels', 500), requireServer, requireHostKey, requireFolders],
});

/** Files do not state whether a channel is active: an imported one lacks password and key. */
const notSaid: FieldMap = { ...column('active'), value: undefined, put: () => undefined };

/** A channel in a file: without its secrets. */
export const ediChannelFileModel = new WriteModel({
  ...options,
  maps: { partner: ediPartnerReference(), password: null, active: notSaid },
  checks: [requireServer, requireFolders],
});

/** A channel of SFTP knows where it connects to. */
function requireServer(rows: RowOf<EdiChannel>[]): void {
  for (const row of rows.filter(isSftp))
    for (const field of ['host', 'username'] as const)
      if (!row.after(field)) row.invalid(field, 'is required of a channel of the kind sftp');
}

/** A channel of SFTP is active unless it lacks a host key, and none without one. */
function requireHostKey(rows: RowOf<EdiChannel>[]): void {
  for (const row of rows) {
    const lacks = isSftp(row) && !row.after('host_key');
    if (!row.before && row.columns.active === undefined) row.columns.active = !lacks;
    if (lacks && row.after('active'))
      row.refuse('host_key', {
        code: EDI.host_key_missing,
        sentence:
          'A channel of the kind sftp is active only with the host key of its server: test it, compare the key, and store it.',
      });
  }
}

/** What is taken is not put back where it is taken from. */
function requireFolders(rows: RowOf<EdiChannel>[]): void {
  for (const row of rows.filter(isSftp)) {
    const [from, to, done] = [row.after('in_folder'), row.after('out_folder'), row.after('done_folder')].map(
      (folder) => folder?.replace(/(?<=.)\/$/, '') || null,
    );
    if (row.after('direction') === 'both' && from === to) row.invalid('out_folder', 'must not be in_folder');
    if (done !== null && done === from) row.invalid('done_folder', 'must not be in_folder');
  }
}

const isSftp = (row: RowOf<EdiChannel>) => row.after('kind') === 'sftp';
