import { Command, Option } from 'commander';
import { ROLES, type Role } from '../common/tenancy/actor';
import { DOMAINS } from '../common/auth/domains';
import type { PartyInput } from '../common/party-wall/party-reference';
import { domains, duration, email, id, party } from './options';
import { printable } from './printable';
import type { Shell } from './shell';

interface CreateToken {
  organization: string;
  user: string;
  role: Role;
  expires?: number;
  never: boolean;
  only?: string[];
  partner?: string;
  party?: PartyInput[];
}

/** `token`: create, list and revoke tokens. */
export function addTokenCommands(program: Command, { say, inDatabase }: Shell): void {
  const token = program.command('token').description('make, list and revoke tokens');
  token
    .command('create')
    .description('make a token and print it alone; it is not shown again')
    .requiredOption('--organization <name>', 'the organization it is for')
    .requiredOption('--user <email>', 'whose token it is; the user is made when new', email)
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .option(
      '--expires <duration>',
      'how long it is good: 90d, 12h, 30m or never; a year unless given',
      duration,
    )
    .addOption(
      new Option('--never', 'it does not expire, as --expires never').default(false).conflicts('expires'),
    )
    .option(
      '--only <domains>',
      `where the role counts, elsewhere it may only read: ${DOMAINS.join(', ')}; everywhere unless given`,
      domains,
    )
    .option(
      '--partner <name>',
      'the EDI partner that it is bound to, by name or edi_id: it sends and reads the messages of that partner, and nothing else',
    )
    .option(
      '--party <party>',
      'a party to which it is limited, such as trucking_company:EST; may be given up to 20 times',
      party,
    )
    .addHelpText(
      'after',
      '\nExample: wharfinger token create --organization "Port of Example" --user kiosk@port.example --role write --expires 90d',
    )
    .action((options: CreateToken) =>
      inDatabase(async ({ createToken }) => {
        const { organization, user, role, expires, only, partner, party: parties } = options;
        const never = options.never || expires === Infinity;
        const expires_at = never ? null : expires ? new Date(Date.now() + expires) : undefined;
        say(await createToken(organization, user, role, { expires_at, domains: only, partner, parties }));
      }),
    );
  token
    .command('list')
    .description('list tokens, one a line, id first')
    .addHelpText('after', '\nExample: wharfinger token list')
    .action(() =>
      inDatabase(async ({ tokens }) => {
        for (const each of await tokens.list())
          say(
            [each.id, each.organization, each.email, each.role, each.state, each.scope, each.used]
              .map((value) => printable(String(value)))
              .join('\t'),
          );
      }),
    );
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'as token list has it', id)
    .addHelpText('after', '\nExample: wharfinger token revoke 7')
    .action((id: number) => inDatabase(({ tokens }) => tokens.revoke(id)));
}
