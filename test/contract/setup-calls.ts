import { Call, demoLine, NEW } from './example-calls';

/** The paths of the API document. */
export type Paths = Record<string, Record<string, { 'x-set-up'?: boolean }>>;

/** The kinds of the set-up, as their paths name them; tokens are a resource of their own. */
export const setUpKinds = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, { post }]) =>
    post?.['x-set-up'] && !/\{|tokens|revoke|identity_issuers/.test(path) ? path.replace('/api/v1/', '') : [],
  );

/** Kinds whose key is unique within another record only, with the name of one in answers. */
const BY_ID: Record<string, string> = {
  tariff_rates: 'tariff_rate',
  edi_partners: 'edi_partner',
  edi_codes: 'edi_code',
  segregation_rules: 'segregation_rule',
};

/** List, show, create, update and delete of each set-up kind, with its demonstration data. */
export function setupCalls(paths: Paths): Call[] {
  return setUpKinds(paths).flatMap((kind) => {
    const line = demoLine(kind);
    const key = Object.keys(line)[0]!;
    const body = { ...line, ...(NEW[kind] ?? { [key]: `${String(line[key])} B` }) } as Record<
      string,
      unknown
    >;
    const path: Call['path'] = BY_ID[kind]
      ? (earlier) => `/${kind}/${earlier(`POST /${kind}`)[BY_ID[kind]!].id}`
      : `/${kind}/${encodeURIComponent(String(body[kind === 'flex_field_definitions' ? 'canonical_name' : key]))}`;
    const isPlain = ([name, value]: [string, unknown]) =>
      typeof value === 'string' && name !== 'canonical_name';
    const change = Object.fromEntries(Object.entries(body).slice(1).filter(isPlain).slice(0, 1));
    const calls: Call[] = [
      { method: 'GET', path: `/${kind}?per=2` },
      { method: 'POST', path: `/${kind}`, body },
      { method: 'GET', path },
      { method: 'PATCH', path, body: change },
      { method: 'DELETE', path },
    ];
    const has = ({ method, path: asked }: Call) =>
      paths[`/api/v1/${kind}${asked === path ? '/{id}' : ''}`]?.[method.toLowerCase()] !== undefined;
    return calls.filter(has);
  });
}
