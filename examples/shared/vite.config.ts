// a page asks the address that it comes from, which hands requests on to the service: no CORS, no address to set
const proxy = { '/api': process.env.WHARFINGER_URL ?? 'http://localhost:3000' };

export default { server: { proxy }, preview: { proxy } };
