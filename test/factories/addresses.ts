/** URLs that lead nowhere public, as they are written, with what a refusal of each has to name. */
export const NOT_PUBLIC: [url: string, reason: string][] = [
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://0177.0.0.1/', '127.0.0.1'],
  ['https://0x7f.1/', '127.0.0.1'],
  ['https://10.1.2.3/', '10.1.2.3'],
  ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
  ['https://100.100.100.200/', '100.100.100.200'],
  ['https://0.0.0.0/', '0.0.0.0'],
  ['https://[::1]/', '::1'],
  ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['https://[64:ff9b::a00:1]/', '64:ff9b::a00:1'],
  ['https://[2002:7f00:1::]/', '2002:7f00:1::'],
  ['https://[fd00:ec2::254]/', 'fd00:ec2::254'],
  ['https://[fe80::1]/', 'fe80::1'],
];

/** URLs that are not queried whatever they lead to, likewise. */
export const NOT_ASKED: [url: string, reason: string][] = [
  ['http://planner.example/', 'https'],
  ['ftp://planner.example/', 'https'],
  ['https://user@planner.example/', 'user'],
  ['https://user:secret@planner.example/', 'user'],
];
