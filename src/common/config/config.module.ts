import { DynamicModule, Global, Module } from '@nestjs/common';
import { Languages } from '../languages/language';
import type { Config } from './config';

/** Injects the configuration: `@Inject(CONFIG) config: Config`. The languages that it names are injected by their class. */
export const CONFIG = Symbol('config');

@Global()
@Module({})
export class ConfigModule {
  /**
   * The module for a configuration that was read at the start.
   * @throws ConfigError for a language that cannot be used
   */
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Languages, useValue: new Languages(config.languages_dir) },
      ],
      exports: [CONFIG, Languages],
    };
  }
}
