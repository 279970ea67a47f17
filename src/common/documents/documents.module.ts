import { Module } from '@nestjs/common';
import { DocumentThreads } from './document-threads';

/** The threads that make documents, which all domains share. */
@Module({ providers: [DocumentThreads], exports: [DocumentThreads] })
export class DocumentsModule {}
