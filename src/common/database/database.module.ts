import { DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Background } from './write/background';
import { Db } from './db';
import { Faults } from './pool/faults';
import { Replica } from './pool/replica';
import { Tries } from './write/tries';

@Global()
@Module({
  providers: [Db, Faults, Background, Replica, Tries],
  exports: [Db, Faults, Background, Replica, Tries],
})
export class DatabaseModule {
  /** Builds the module for a connected database. It disconnects when the service stops. */
  static of(dataSource: DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSource.options, retryAttempts: 0, manualInitialization: true }),
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
      ],
    };
  }
}
