import type { Service } from './service';
import { sentStatements } from './statements';

/** Runs a request, and returns the plans of its statements as text, apart from the one that recognizes the token. */
export async function planOf(service: Service, request: () => Promise<unknown>): Promise<string> {
  const sent = await sentStatements(request);
  const plans: string[] = [];
  for (const { text, values } of sent.filter((each) => !each.text.includes('FROM tokens'))) {
    const rows = await service.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans.join('\n');
}

/** A step of a plan that was executed. */
export interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/** Executes a statement that reads, and returns the steps of its plan. */
export async function stepsOf(service: Service, text: string, values?: unknown[]): Promise<Step[]> {
  const [row] = await service.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  const within = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(within)];
  return within(row!['QUERY PLAN'][0].Plan);
}
