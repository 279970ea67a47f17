import { listTrucks } from '../out/orval/client';

const headers = { Authorization: `Bearer ${process.env.WHARFINGER_TOKEN}` };
const answer = await listTrucks({ per: 2 }, { headers });
if (answer.status === 200) console.log(answer.data.trucks.length);
