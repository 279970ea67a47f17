/**
 * SQL of a JSON object without spaces, as Node writes it: `json_build_object` puts some around each colon.
 * @param members the SQL of each value, by the name of its key
 */
export const jsonObject = (members: Record<string, string>) => {
  const columns = Object.entries(members).map(([name, value]) => `${value} AS "${name}"`);
  return `(SELECT row_to_json(o) FROM (SELECT ${columns.join(', ')}) o)`;
};

/**
 * SQL of a JSON array without spaces, empty where there is nothing: `json_agg` puts a space behind each comma.
 * @param aggregated what `array_agg` takes: the SQL of an item, and its order
 */
export const jsonArray = (aggregated: string, filter = '') =>
  `coalesce(array_to_json(array_agg(${aggregated})${filter && ` FILTER (WHERE ${filter})`}), '[]'::json)`;

/** SQL of a JSON object without spaces whose keys are values, empty where there are none. */
export const jsonMap = (key: string, value: string, order: string) =>
  `('{' || coalesce(string_agg(to_json(${key}::text)::text || ':' || to_json(${value})::text, ',' ORDER BY ${order}), '') || '}')::json`;

/** SQL of a jsonb value without spaces. */
export const compactJson = (value: string) => `compact_json(${value})`;
