import { listTrucks } from '../out/hey-api';
import { client } from '../out/hey-api/client.gen';

client.setConfig({ auth: () => process.env.WHARFINGER_TOKEN });
const { data } = await listTrucks({ query: { per: 2 } });
console.log(data!.trucks.length);
