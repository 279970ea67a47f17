import type { Columns } from '../../common/schema/columns';
import type { EdiChannel } from './edi-channel.entity';
import type { SftpTarget } from './sftp-client';

/** Where a channel connects to. The new key is offered first, then the one before. */
export function targetOf(channel: Columns<EdiChannel>): SftpTarget {
  const { host, port, username, host_key, password, legacy_algorithms } = channel;
  const keys = [channel.private_key, channel.previous_private_key].filter((key) => key !== null);
  return { host: host!, port, username: username!, host_key, password, keys, legacy_algorithms };
}
