import { ApiProperty } from '@nestjs/swagger';
import { ImdgGoods } from '../../cargo/imdg-goods';
import { PlacingWarningShow } from '../../cargo/placing/placing-warning.view';
import { ContainerStayShow } from '../../cargo/stays/container-stay.view';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { compactJson } from '../../common/view/json-sql';
import { view } from '../../common/view/view';
import { locationOf, LocationShow, PlaceShow, terminalOf, yardAreaOf } from '../../places/locations/place-of';
import { overdueAt, inAreaSince, ofContainer } from './in-area';

const Out = view(ContainerStay);

/** A container with dangerous goods that is here. */
export class DangerousContainer {
  @Out.id() id: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.text() container_status: string | null;
  @Out.shaped(ofContainer(locationOf()), () => LocationShow, { nullable: true })
  location: LocationShow | null;
  @Out.shaped(ofContainer(yardAreaOf), () => PlaceShow, {
    nullable: true,
    description: 'The yard area of its place',
  })
  yard_area: PlaceShow | null;
  @Out.shaped(ofContainer(terminalOf), () => PlaceShow, {
    nullable: true,
    description: 'The terminal of its place',
  })
  terminal: PlaceShow | null;
  @Out.sql((of) => `imdg_classes_of(${of('dangerous_goods')})`, 'texts', { nullable: false })
  imdg_classes: string[];
  @Out.shaped((of) => compactJson(of('dangerous_goods')), () => ImdgGoods, { isArray: true })
  dangerous_goods: ImdgGoods[];
  @Out.reference('shipping_line', 'code') shipping_line: object | null;
  @Out.reference('arrival_voyage', 'number') arrival_voyage: object | null;
  @Out.reference('departure_voyage', 'number') departure_voyage: object | null;
  @Out.time({ description: 'When it came' }) in_at: string | null;
  @Out.sql(inAreaSince, 'time', {
    description: 'Since when it stands in its yard area; null where it is in none',
  })
  in_area_since: string | null;
  @Out.sql(overdueAt, 'time', {
    description: 'From when on it stands there for too long, by `imdg_hours` of the area; null for any time',
  })
  overdue_at: string | null;
  @Out.shaped(() => `'[]'::json`, () => PlacingWarningShow, {
    isArray: true,
    description: 'What stands against its place, where `conflicts=true` asks for it; else empty',
  })
  conflicts: PlacingWarningShow[];
}

/** The stay whose dangerous goods were stated, and what stands against its place by them. */
export class DangerousGoodsPut {
  @ApiProperty({ type: () => ContainerStayShow }) container_stay: object;
  @ApiProperty({
    type: () => PlacingWarningShow,
    isArray: true,
    description: 'What stands against the place where it is, by its new goods',
  })
  warnings: PlacingWarningShow[];
}
