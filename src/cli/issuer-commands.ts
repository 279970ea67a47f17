import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { printable } from './printable';
import type { Shell } from './shell';

/** The issuers of all organizations that have an address. */
const holdersOf = (db: Db, address: string) =>
  db.queryAsService<{ organization: string; name: string; audience: string; active: boolean }>(sql`
    SELECT o.name AS organization, i.name, i.audience, i.active
    FROM identity_issuers i JOIN organizations o ON o.id = i.organization_id
    WHERE i.issuer = ${address} ORDER BY o.name, i.name`);

/** `issuer`: keep identity issuers where that is the operator's. */
export function addIssuerCommands(program: Command, { say, inDatabase }: Shell): void {
  const issuer = program.command('issuer').description('keep the identity providers whose tokens are taken');
  issuer
    .command('set')
    .description(
      'make an issuer of a file as POST /identity_issuers takes it, or change the one of that name',
    )
    .requiredOption('--organization <name>', 'the organization it is for')
    .argument('<file>', 'a JSON object')
    .addHelpText('after', '\nExample: wharfinger issuer set --organization "Port of Example" ./port-id.json')
    .action((file: string, { organization }: { organization: string }) =>
      inDatabase(async ({ issuersOf }) => {
        const { setIssuer } = await import('../common/auth/issuers/issuer-files');
        say(await issuersOf(organization, (issuers) => setIssuer(issuers, readFileSync(file, 'utf8'))));
      }),
    );
  issuer
    .command('list')
    .description('list the issuers of an organization, one a line: its name, issuer and audience')
    .requiredOption('--organization <name>', 'the organization')
    .addHelpText('after', '\nExample: wharfinger issuer list --organization "Port of Example"')
    .action(({ organization }: { organization: string }) =>
      inDatabase(({ issuersOf }) =>
        issuersOf(organization, async (issuers) => {
          for (const { name, issuer: address, audience, active } of await issuers.all())
            say([name, address, audience, active ? 'active' : 'inactive'].map(printable).join('\t'));
        }),
      ),
    );
  issuer
    .command('find')
    .description(
      'say which organization has an issuer, one audience a line: organization, name, issuer, audience',
    )
    .argument('<issuer>', 'its address, as in the `iss` of tokens')
    .addHelpText('after', '\nExample: wharfinger issuer find https://id.harbour.example')
    .action((address: string) =>
      inDatabase(async ({ db }) => {
        for (const { organization, name, audience, active } of await holdersOf(db, address))
          say(
            [organization, name, address, audience, active ? 'active' : 'inactive'].map(printable).join('\t'),
          );
      }),
    );
  issuer
    .command('remove')
    .description('remove an issuer with the identities of users')
    .requiredOption('--organization <name>', 'the organization')
    .argument('<name>', 'the name of the issuer')
    .addHelpText('after', '\nExample: wharfinger issuer remove --organization "Port of Example" "Port ID"')
    .action((name: string, { organization }: { organization: string }) =>
      inDatabase(({ issuersOf }) =>
        issuersOf(organization, async (issuers) =>
          say(await issuers.remove(`${(await issuers.called(name)).id}`)),
        ),
      ),
    );
}
