import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, SET_UP } from '../common/endpoint/endpoint';
import { PathText } from '../common/endpoint/path-param';
import { one } from '../common/endpoint/returns';
import { Erasure } from './erasure.dto';
import { ErasingService } from './erasing.service';
import { PersonalDataService } from './personal-data.service';
import { DriverPersonalData, DriverShow, UserPersonalData, UserShow } from './personal-data.view';

const role = 'admin';
const errors = [400, 404, 409, 422];
const DriverIdOrKey = () => PathText('id', 'The id or the license number', '1');
const UserIdOrKey = () => PathText('id', 'The id or the e-mail address', '1');
const KEPT =
  'One JSON with the newest 500 of each list, and the values that the record had before. For whoever asks what is kept about him or her.';
const ERASED =
  'For good. What happened stays and points to the record, which keeps no name. Events, refusals of the gate, kept answers and traces lose the values too: at once, and of very many within minutes. A trace says who erased when and why. Backups, what was delivered and what was exported keep what they have. A repetition changes nothing.';

/** What is kept about people, and erasing it. */
@ApiTags(SET_UP)
@Controller()
export class PersonalDataController {
  constructor(
    private readonly people: PersonalDataService,
    private readonly erasing: ErasingService,
  ) {}

  @Get('truck_drivers/:id/personal_data')
  @Endpoint({
    summary: 'Show all that is kept about a truck driver',
    description: KEPT,
    operationId: 'showTruckDriverPersonalData',
    returns: one('personal_data', DriverPersonalData),
    role,
    errors,
  })
  ofDriver(@DriverIdOrKey() id: string) {
    return this.people.ofDriver(id);
  }

  @Post('truck_drivers/:id/erase')
  @Endpoint({
    summary: 'Erase the personal data of a truck driver',
    description: `${ERASED} A driver who is inside or announced is not erased: 409.`,
    operationId: 'eraseTruckDriver',
    returns: one('truck_driver', DriverShow),
    role,
    errors,
  })
  eraseDriver(@DriverIdOrKey() id: string, @Body() body: Erasure) {
    return this.erasing.driver(id, body);
  }

  @Get('users/:id/personal_data')
  @Endpoint({
    summary: 'Show all that is kept about a user',
    description: KEPT,
    operationId: 'showUserPersonalData',
    returns: one('personal_data', UserPersonalData, 'last_seen_at'),
    role,
    errors,
  })
  ofUser(@UserIdOrKey() id: string) {
    return this.people.ofUser(id);
  }

  @Post('users/:id/erase')
  @Endpoint({
    summary: 'Erase the personal data of a user',
    description: `${ERASED} The tokens of the user end within a second.`,
    operationId: 'eraseUser',
    returns: one('user', UserShow, 'last_seen_at'),
    role,
    errors,
  })
  eraseUser(@UserIdOrKey() id: string, @Body() body: Erasure) {
    return this.erasing.user(id, body);
  }
}
