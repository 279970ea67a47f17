module.exports = {
  wharfinger: {
    input: 'out/openapi.json',
    output: {
      target: 'out/orval/client.ts',
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
