import { Module } from '@nestjs/common';
import { ErasingService } from './erasing.service';
import { PersonalDataController } from './personal-data.controller';
import { PersonalDataService } from './personal-data.service';

/** What is kept about people: showing it to them, and erasing it. Its name is no domain, so tokens that are confined to some do neither. */
@Module({
  controllers: [PersonalDataController],
  providers: [PersonalDataService, ErasingService],
})
export class PersonalDataModule {}
