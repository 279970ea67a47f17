import type { DataSource } from 'typeorm';
export async function loadDemo(_dataSource: DataSource): Promise<string> {
  return Promise.reject(new Error('not yet'));
}
export async function loadDemoOnce(_dataSource: DataSource): Promise<string | undefined> {
  return Promise.resolve(undefined);
}
