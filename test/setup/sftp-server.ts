import { hasOpenSsh, OpenSshServer } from './open-ssh-server';
import { OwnSftpServer } from './own-sftp-server';
import type { SftpServer } from './sftp-folder';

/** The servers that are here, by name. */
export const SFTP_SERVERS: [string, () => Promise<SftpServer>][] = [
  ['ssh2', () => OwnSftpServer.start()],
  ...(hasOpenSsh
    ? ([['OpenSSH', () => OpenSshServer.start()]] as [string, () => Promise<SftpServer>][])
    : []),
];
