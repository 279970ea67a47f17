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
