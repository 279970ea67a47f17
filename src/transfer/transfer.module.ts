import { Module } from '@nestjs/common';
import { ImportWorker } from './imports/import-worker.service';
import { ImportsController } from './imports/imports.controller';
import { ImportsService } from './imports/imports.service';

/** Import of files over HTTP. Its name is no domain, so tokens that are confined to some do not import. */
@Module({ controllers: [ImportsController], providers: [ImportsService, ImportWorker] })
export class TransferModule {}
