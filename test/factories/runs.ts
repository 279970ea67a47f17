import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import type { Body } from './record';

/** Starts a billing run through the 31 March 2026 without drafts, unless it is requested otherwise. */
export const startRun = async (client: Client, body: object = {}): Promise<Body> =>
  (await client.create('/billing_runs', { until: '2026-03-31', invoice: false, ...body })).billing_run;

/** The run when it is over. */
export const runOver = (client: Client, { id }: { id: number }): Promise<Body> =>
  eventually(`billing run ${id} is over`, async () => {
    const { billing_run } = (await client.get(`/billing_runs/${id}`)).body;
    return billing_run.status !== 'running' && billing_run;
  });

/** A billing run that is over. */
export const aRun = async (client: Client, body: object = {}): Promise<Body> =>
  runOver(client, await startRun(client, body));

/** A problem of a run, as a run notes it. */
export const aProblem = (client: Client, billing_run_id: number): Promise<unknown> =>
  client.service.query(
    `INSERT INTO billing_problems (organization_id, billing_run_id, code, sentence)
     VALUES ($1, $2, 'payer_missing', 'Nobody is known who pays.')`,
    [client.organization_id, billing_run_id],
  );
