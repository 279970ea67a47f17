import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useService } from '../setup/service';

const FOLDER = join(__dirname, '../../docs/operations');

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

/** What Prometheus measures itself. */
const OWN = ['up'];

describe('the alerts for Prometheus', () => {
  // the replica is away, which is measured as well
  const service = useService({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/wharfinger' });
  const rules = (load(readFileSync(join(FOLDER, 'wharfinger.rules.yaml'), 'utf8')) as Rules).groups.flatMap(
    (group) => group.rules,
  );

  it('ask for what the service measures, by the labels that it has', async () => {
    const body = await service.current.metrics();
    const names = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name!}_bucket`] : [name!],
    );
    const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/(\w+)\{([^}]*)\}/g)]);
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.map(([, name]) => name!).filter((name) => ![...names, ...OWN].includes(name))).toEqual([]);
  });

  it('name routes that are measured', async () => {
    const routes = rules.flatMap(({ expr }) => /route=~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? []);
    expect(routes).toHaveLength(2);
    const client = await service.current.organization();
    for (const route of routes) await client.post(route.replace('/api/v1', '').replace(/:\w+/, 'NONE'), {});
    const body = await service.current.metrics();
    for (const route of routes)
      expect(body).toContain(`http_request_duration_seconds_count{route="${route}"}`);
  });

  it('are told of one by one', () => {
    const page = readFileSync(join(FOLDER, 'alerts.md'), 'utf8');
    const told = [...page.matchAll(/^\| `(Wharfinger\w+)`/gm)].map(([, name]) => name);
    expect(told).toEqual(rules.map(({ alert }) => alert));
  });
});
