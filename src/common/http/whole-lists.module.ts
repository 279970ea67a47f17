import { Global, Module } from '@nestjs/common';
import { WholeLists } from './whole-lists';

@Global()
@Module({ providers: [WholeLists], exports: [WholeLists] })
export class WholeListsModule {}
