import { DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config';

/** Injects the configuration: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('config');

@Global()
@Module({})
export class ConfigModule {
  /** The module for a configuration that was read at the start. */
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
