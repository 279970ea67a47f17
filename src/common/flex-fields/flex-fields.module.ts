import { Global, Module } from '@nestjs/common';
import { FlexFieldsService } from './flex-fields.service';

/** Flex fields, for every domain that has them. */
@Global()
@Module({ providers: [FlexFieldsService], exports: [FlexFieldsService] })
export class FlexFieldsModule {}
