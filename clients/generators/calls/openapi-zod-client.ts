import { createApiClient } from '../out/openapi-zod-client/client';

const { WHARFINGER_URL: url, WHARFINGER_TOKEN: token } = process.env;
const headers = { Authorization: `Bearer ${token}` };
const { trucks } = await createApiClient(url!, { axiosConfig: { headers } }).get('/api/v1/trucks', {
  queries: { per: 2 },
});
console.log(trucks.length);
