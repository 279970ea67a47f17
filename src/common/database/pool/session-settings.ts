import { ConfigError } from '../../config/config';

export interface Setting {
  name: string;
  setting: string;
}

/**
 * Checks that sessions keep the time limits and time zone of their startup parameters, which a pooler may drop.
 * @param whose whose sessions they are, for the sentence
 * @param limits in milliseconds; 0 is none, and is not checked
 * @throws ConfigError when they are different
 */
export async function requireSettings(
  whose: string,
  limits: Record<string, number>,
  query: (text: string, values: unknown[]) => Promise<Setting[]>,
): Promise<void> {
  const wanted: Record<string, string | number> = { TimeZone: 'UTC', DateStyle: 'ISO', ...limits };
  const rows = await query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
    Object.keys(wanted),
  ]);
  const actual = new Map(rows.map(({ name, setting }) => [name, setting.split(',', 1)[0]]));
  const wrong = Object.entries(wanted).filter(([name, value]) => value && actual.get(name) !== String(value));
  if (!wrong.length) return;
  const [names, settings] = [
    wrong.map(([name]) => `${name} is ${actual.get(name)}`).join(', '),
    wrong.map(([name, value]) => `SET ${name} = '${value}'`).join(', '),
  ];
  throw new ConfigError(
    `The sessions of ${whose} are not as they were asked for: ${names}. A pooler in between may leave out what ` +
      `a session starts with; then set it for the role: ALTER ROLE … ${settings}.`,
  );
}
