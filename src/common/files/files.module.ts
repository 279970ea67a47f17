import { Global, Module } from '@nestjs/common';
import { FileRecords } from './file-records';
import { FilesController } from './files.controller';
import { FilesService } from './files.service';
import { UnusedFiles } from './unused-files.service';

/** Pictures and PDFs that records of domains name. */
@Global()
@Module({
  controllers: [FilesController],
  providers: [FileRecords, FilesService, UnusedFiles],
  exports: [FileRecords, FilesService, UnusedFiles],
})
export class FilesModule {}
