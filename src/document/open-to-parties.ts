import type { OpenAPIObject } from '@nestjs/swagger';
import { opennessOf, opennessOfField } from '../common/party-wall/open-to';
import { fieldsOf, viewClasses } from '../common/view/view-metadata';

type Properties = Record<string, object>;

/**
 * Marks what tokens that are limited to parties do not see of a record that is open to them: `hidden`, `owners` for what is
 * shown to owners of the stay alone, and `own` for what is shown to the company alone whose it is.
 */
export function markHidden({ components }: OpenAPIObject): void {
  const schemas = components!.schemas as Record<string, { properties?: Properties }>;
  for (const view of viewClasses()) {
    const properties = schemas[view.name]?.properties;
    if (!properties || !opennessOf(view).fields.length) continue;
    for (const { name } of fieldsOf(view)) {
      const openness = opennessOfField(view, name);
      // Copy the property, because several schemas may share the object.
      if (openness !== 'open' && properties[name])
        properties[name] = { ...properties[name], 'x-parties': openness };
    }
  }
}
