import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  cpu?: string[];
}

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );

  it('has the checksum of every package; only builds of tools for other machines may lack it', () => {
    expect(installed.length).toBeGreaterThan(500);
    const without = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
    const serves = without.filter(([, { dev, optional, cpu }]) => !(dev && optional && cpu));
    expect(serves.map(([path]) => path)).toEqual([]);
  });

  it('names no registry', () => {
    for (const [path, entry] of installed) expect([path, 'resolved' in entry]).toEqual([path, false]);
  });
});
