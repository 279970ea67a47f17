import { Argument, type Command, Option } from 'commander';
import { REPORT_NAMES, type ReportName } from '../reports/frame/report-names';
import type { Form } from './report';
import type { Shell } from './shell';

interface ReportOptions extends Record<string, string | undefined> {
  organization: string;
  as: Form;
}

/** `report`: the figures of an organization, for who runs it by a timer. */
export function addReport(program: Command, { io, inDatabase }: Pick<Shell, 'io' | 'inDatabase'>): void {
  program
    .command('report')
    .description('print a report of an organization: what moved, what it cost')
    .addArgument(new Argument('<name>', 'what it is about').choices(REPORT_NAMES))
    .requiredOption('--organization <name>', 'the organization whose figures they are')
    .option('--from <day>', 'the first day, such as 2026-11-01; 30 days unless given')
    .option('--until <day>', 'the last day; today unless given')
    .option('--group-by <words>', 'what the rows are by, such as month,shipping_line')
    .option('--shipping-line <code>', 'of line_cost: the line that pays')
    .option('--customer-type <type>', 'of line_cost: which kind of company pays, such as Consignee')
    .option('--customer <name>', 'of line_cost: who pays')
    .option('--currency <code>', 'of revenue and line_cost, where there are several')
    .addOption(new Option('--as <form>', 'how it is printed').choices(['json', 'csv', 'svg']).default('csv'))
    .addHelpText(
      'after',
      `
The days are those of the terminal. The columns are those of GET /reports/<name>.

Example: wharfinger report moves --organization "Port of Example" --group-by day > moves.csv
Example: wharfinger report revenue --organization "Port of Example" --group-by month,customer --as svg > revenue.svg`,
    )
    .action((name: ReportName, { organization, as, ...options }: ReportOptions) =>
      inDatabase(
        async ({ db, organizations }) => {
          const { reportAs } = await import('./report');
          const actor = organizations.actorFor(await organizations.find(organization));
          io.stdout.write(await reportAs(db, actor, name, as, asked(options)));
        },
        { makes: false },
      ),
    );
}

/** The options as the parameters of the query: `groupBy` is `group_by`. */
function asked(options: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]],
    ),
  );
}
