import { listTrucks } from '../out/kubb';

const { WHARFINGER_URL: baseURL, WHARFINGER_TOKEN: token } = process.env;
const headers = { Authorization: `Bearer ${token}` };
const { trucks } = await listTrucks({ per: 2 }, undefined, { baseURL, headers });
console.log(trucks.length);
