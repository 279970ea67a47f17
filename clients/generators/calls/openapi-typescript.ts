import createClient from 'openapi-fetch';
import type { paths } from '../out/openapi-typescript/schema';

const { WHARFINGER_URL: baseUrl, WHARFINGER_TOKEN: token } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const { data } = await client.GET('/api/v1/trucks', { params: { query: { per: 2 } } });
console.log(data!.trucks.length);
