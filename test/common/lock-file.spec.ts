import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  integrity?: string;
  link?: boolean;
}

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

  it('has the checksum of every package, also of builds for other machines', () => {
    expect(installed.length).toBeGreaterThan(500);
    const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('names no registry', () => {
    for (const [path, entry] of installed) expect([path, 'resolved' in entry]).toEqual([path, false]);
  });
});

describe('the images that ours is made of', () => {
  it.each(['Dockerfile', 'compose.yaml'])('are named by digest in %s', (file) => {
    const text = readFileSync(join(__dirname, '../../docker', file), 'utf8');
    const named = [...text.matchAll(/^\s*(?:FROM|image:) (\S+)/gm)].map(([, name]) => name!);
    const others = named.filter((name) => name !== 'base');
    expect(others).not.toEqual([]);
    for (const name of others) expect(name).toMatch(/^[\w/-]+:[\w.-]+@sha256:[\da-f]{64}$/);
  });

  it('have a list of what they hold beside the service', () => {
    const text = readFileSync(join(__dirname, '../../docker/Dockerfile'), 'utf8');
    expect(text).toMatch(/RUN npm sbom --sbom-format cyclonedx > sbom\.cdx\.json/);
    expect(text).toMatch(/COPY --from=build \S*sbom\.cdx\.json/);
  });
});
