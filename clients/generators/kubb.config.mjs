import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: 'out/openapi.json' },
  output: { path: 'out/kubb', clean: true, extension: { '.ts': '' }, format: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch', paramsType: 'inline', dataReturnType: 'data' }),
  ],
});
