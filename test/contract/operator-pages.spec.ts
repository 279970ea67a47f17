import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { commandLine } from '../../src/cli/commands';
import { describedSettings, loadConfig } from '../../src/common/config/config';
import { expectPage, filled, tableOf } from '../slow/contract/generated-page';

const DOCS = join(__dirname, '../../docs');
/** Writes what differs: `UPDATE_OPERATOR_PAGES=1 npx jest test/contract/operator-pages`. */
const UPDATE = process.env.UPDATE_OPERATOR_PAGES;

const INTRODUCTION = `# The command line

\`npx wharfinger <command>\` works on the same database as a running service, and beside it. It reads the
[environment variables](operations.md#environment-variables) of the service, and says on standard error which database it
asks. It exits with 0 when it worked, 1 when it failed or found a fault, 2 when the command line is wrong. What a command
prints is on standard output alone.
`;

interface Named {
  name: string;
  command: Command;
}

/** The commands that do something, with the groups that they are in as parts of their names. */
function leaves(command: Command, name = command.name()): Named[] {
  const inner = command.commands.flatMap((each) => leaves(each, `${name} ${each.name()}`));
  return inner.length ? inner : [{ name, command }];
}

/** What a command says of itself with --help. */
function helpOf({ command }: Named): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text.trimEnd();
}

function commands(): Named[] {
  const silent = new Writable();
  const io = { env: {}, stdout: silent, stderr: silent };
  return leaves(commandLine(io, () => undefined));
}

/** The headings of Markdown become the anchors of a page. */
const anchorOf = (name: string) => `#${name.replaceAll(' ', '-')}`;

describe('the pages for operators', () => {
  it('show each environment variable as the class of the configuration declares it', async () => {
    const file = join(DOCS, 'operations.md');
    const rows = describedSettings().map(({ name, meaning, unset }) => [`\`${name}\``, unset, meaning]);
    const table = tableOf(['variable', 'default', 'meaning'], rows);
    await expectPage(file, filled(readFileSync(file, 'utf8'), 'variables', table), UPDATE);
  });

  it('have a setting for each property of the configuration', () => {
    expect(describedSettings().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['HOST', 'DATABASE_URL', 'NODE_ENV']),
    );
    expect(describedSettings()).toHaveLength(new Set(describedSettings().map(({ name }) => name)).size);
    // a property without a variable would stay as it is, whatever is set
    const known = describedSettings().map(({ name }) => name.toLowerCase());
    const others = { data_dir: 'wharfinger_data_dir', production: 'node_env' } as Record<string, string>;
    for (const property of Object.keys(loadConfig({}))) expect(known).toContain(others[property] ?? property);
  });

  it('show each command as it says of itself with --help', async () => {
    const all = commands();
    const rows = all.map(({ name, command }) => [`[\`${name}\`](${anchorOf(name)})`, command.description()]);
    const sections = all.map((each) => `## ${each.name}\n\n\`\`\`text\n${helpOf(each)}\n\`\`\``);
    const page = [INTRODUCTION, tableOf(['command', 'does'], rows), ...sections].join('\n\n');
    await expectPage(join(DOCS, 'cli.md'), page, UPDATE);
  });
});
