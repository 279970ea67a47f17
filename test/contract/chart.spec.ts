import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wharfinger } from '../slow/cli/process';
import { isInstalled } from '../slow/faults/programs';

const DOCKER = join(__dirname, '../../docker');
const CHART = join(DOCKER, 'helm/wharfinger');

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const files = readdirSync(join(CHART, 'templates'));
const helpers = read(CHART, 'templates/_helpers.tpl');
const templates = files
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => read(CHART, 'templates', file));

/** The text of a named template. */
function named(name: string): string {
  const from = helpers.indexOf(`{{- define "${name}" -}}`);
  if (from < 0) throw new Error(`There is no template ${name}`);
  const [body] = helpers
    .slice(helpers.indexOf('\n', from) + 1)
    .split(/^\{\{- end \}\}\n\n|^\{\{- end \}\}\n$/m);
  return body!;
}

/** The documents of a template: each branch taken, once, and each value a word. */
function documents(template: string): any[] {
  const lines = template.split('\n').flatMap((line) => {
    const [, name, indent] = /^\s*\{\{- include "([^"]+)" \. \| nindent (\d+) \}\}$/.exec(line) ?? [];
    if (!name) return [line];
    return named(name)
      .split('\n')
      .map((each) => ' '.repeat(Number(indent)) + each);
  });
  const text = lines.filter((line) => !/^\s*\{\{-.*\}\}$/.test(line)).join('\n');
  return loadAll(text.replace(/\{\{.*?\}\}/g, 'word'));
}

const all = templates.flatMap(documents);
const containers: any[] = all
  .map(({ spec }) => (spec.jobTemplate?.spec ?? spec).template?.spec)
  .filter(Boolean)
  .flatMap((pod) => pod.containers);
const settings = [...read(DOCKER, '../src/common/config/config.ts').matchAll(/@Setting\(\s*'(\w+)'/g)].map(
  ([, name]) => name!,
);

/** The environment variables that a container has and the service does not know; but for those that others are made of. */
function unknown(env: { name: string; value?: string }[]): string[] {
  const parts = env.flatMap(({ value }) =>
    [...(value ?? '').matchAll(/\$\((\w+)\)/g)].map(([, name]) => name!),
  );
  return env.map(({ name }) => name).filter((name) => ![...settings, ...parts, 'word'].includes(name));
}

describe('the chart', () => {
  const values = load(read(CHART, 'values.yaml')) as Record<string, unknown>;
  const used = new Set(
    [...[helpers, ...templates].join('\n').matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) =>
      path!.slice(1),
    ),
  );
  const valueAt = (path: string) => path.split('.').reduce<any>((at, name) => at?.[name], values);

  /** The path of each value; what a template passes on as a whole is one. */
  function pathsOf(at: unknown, path: string): string[] {
    if (used.has(path) || typeof at !== 'object' || at === null) return [path];
    return Object.entries(at).flatMap(([name, each]) => pathsOf(each, path ? `${path}.${name}` : name));
  }

  it('declares each value that it uses, and uses each that it declares', () => {
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((path) => valueAt(path) === undefined)).toEqual([]);
    expect(pathsOf(values, '').filter((path) => !used.has(path))).toEqual([]);
  });

  it('says of each value what it is for', () => {
    const lines = read(CHART, 'values.yaml').split('\n');
    const bare = Object.keys(values).filter((name) => {
      const at = lines.findIndex((line) => line.startsWith(`${name}:`));
      return !lines[at - 1]!.startsWith('#') && !/^ +#/.test(lines[at + 1]!);
    });
    expect(bare).toEqual([]);
  });

  it('makes objects that Kubernetes has, with the same labels', () => {
    const kinds = all.map(({ kind }) => kind as string).sort();
    expect(kinds).toEqual([
      'CronJob',
      'Deployment',
      'Job',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodMonitor',
      'Service',
    ]);
    for (const { apiVersion, metadata } of all)
      expect([apiVersion, metadata.labels['app.kubernetes.io/name']]).toEqual([
        expect.any(String),
        'wharfinger',
      ]);
  });

  it('sets only what the service knows', () => {
    expect(settings.length).toBeGreaterThan(20);
    expect(containers.flatMap(({ env }) => unknown(env))).toEqual([]);
  });

  it('runs commands that there are, with their options', async () => {
    expect(containers.length).toBeGreaterThan(2);
    for (const { command } of containers) {
      const [program, ...args] = command as string[];
      const name = args.filter((each) => !each.startsWith('--'));
      const { stdout } = await wharfinger({}, ...name, '--help');
      expect([program, stdout]).toEqual([
        'wharfinger',
        expect.stringMatching(new RegExp(`^Usage: wharfinger ${name.join(' ')} `)),
      ]);
      for (const option of args.filter((each) => each.startsWith('--')))
        expect(stdout).toContain(`${option} `);
    }
  });

  it('asks for nothing that a pod does not need', () => {
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
  });

  it('has the version of the service', () => {
    const { version } = JSON.parse(read(DOCKER, '../package.json')) as { version: string };
    expect(load(read(CHART, 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('finds the secrets of the cluster beside it', () => {
    const cluster: any = load(read(DOCKER, 'helm/cluster.yaml'));
    const [role] = cluster.spec.managed.roles;
    expect(role).toMatchObject({
      name: 'wharfinger_service',
      passwordSecret: { name: `${cluster.metadata.name}-service` },
    });
    expect(helpers).toContain(`postgres://${role.name}:`);
    expect(cluster.spec.bootstrap.initdb).toMatchObject({ database: 'wharfinger' });
  });
});

describe('docker/compose.ha.yaml', () => {
  const { services } = load(read(DOCKER, 'compose.ha.yaml'), { schema: YAML11_SCHEMA }) as {
    services: Record<string, any>;
  };

  it('sets only what the service knows, and runs what it can', () => {
    const own = Object.values(services).filter(({ build }) => build?.dockerfile === 'docker/Dockerfile');
    expect(own).toHaveLength(4);
    for (const { environment, read_only, cap_drop } of own) {
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      expect(Object.keys(environment as object).filter((name) => !settings.includes(name))).toEqual([]);
    }
  });

  it('leads HAProxy to the services that there are', () => {
    const servers = [...read(DOCKER, 'ha/haproxy.cfg').matchAll(/^ {2}server \w+ (\w+):\d+$/gm)].map(
      ([, host]) => host!,
    );
    expect(servers).toHaveLength(9);
    expect(servers.filter((host) => !services[host])).toEqual([]);
  });

  // without HAProxy on this machine there is nothing to ask
  (isInstalled('haproxy') ? it : it.skip)('has a configuration that HAProxy takes', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', join(DOCKER, 'ha/haproxy.cfg')]);
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('gives each member of Patroni its own name and addresses', () => {
    for (const name of ['postgres1', 'postgres2', 'postgres3'])
      expect(services[name].environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      });
    const { bootstrap, etcd3 }: any = load(read(DOCKER, 'ha/patroni.yaml'));
    expect(bootstrap.dcs.synchronous_mode).toBe(true);
    expect(Object.keys(services)).toContain(etcd3.hosts.split(':')[0]);
    expect(bootstrap.dcs.loop_wait + 2 * bootstrap.dcs.retry_timeout).toBeLessThanOrEqual(bootstrap.dcs.ttl);
  });
});
