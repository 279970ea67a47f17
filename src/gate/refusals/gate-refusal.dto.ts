import { In } from '../../common/input/in';
import { HistoryQuery } from '../../common/pagination/page-query';

export class GateRefusalQuery extends HistoryQuery {
  @In.text({
    description: 'The license plate, however it is typed, or the id of the truck',
    example: 'WH-472-B',
  })
  truck?: string;
  @In.text({ description: 'The name, the client identifier or the id of the gate', example: 'In 1' })
  gate?: string;
  @In.time({ description: 'Refused then or later' }) refused_from?: string;
  @In.endTime({ from: 'refused_from', description: 'Refused then or before' }) refused_until?: string;
  @In.time({ description: 'The same as refused_from', deprecated: true }) from?: string;
  @In.endTime({ from: 'from', description: 'The same as refused_until', deprecated: true }) until?: string;
}
