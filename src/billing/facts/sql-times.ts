/** SQL: a time in milliseconds since 1970. */
export const ms = (sqlTime: string) => `(extract(epoch FROM ${sqlTime}) * 1000)::bigint`;
