import { kindModel } from '../../common/setup/kind-model';
import { column } from '../../common/write/field-map';
import { SegregationRule } from './segregation-rule.kind';

export const segregationRuleModel = kindModel(SegregationRule, {
  maps: { class_a: column('class_a'), class_b: column('class_b'), value: column('value') },
});
