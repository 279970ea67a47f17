import { Module } from '@nestjs/common';
import { DwellNowService } from './dwell/dwell-now.service';
import { ReportsService } from './frame/reports.service';
import { ReportsController } from './reports.controller';

/** Figures: what happened and what it cost, summed by time and by group. It reads only. */
@Module({ controllers: [ReportsController], providers: [ReportsService, DwellNowService] })
export class ReportsModule {}
