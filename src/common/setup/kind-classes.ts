import type { Type } from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';
import { In } from '../input/in';
import { PageQuery } from '../pagination/page-query';
import { Row, RowClass } from '../schema/columns';
import { view } from '../view/view';
import { KindDefinition, KindOut } from './kind';

/** The request and response classes of a kind, as a domain resource writes them by hand. */
export interface KindClasses {
  Create: Type<object>;
  Update: Type<object>;
  Query: Type<PageQuery>;
  Show: Type<object>;
}

const made = new Map<KindDefinition, KindClasses>();

/** Makes the classes of a kind from its fields, once. */
export function kindClasses(kind: KindDefinition): KindClasses {
  const known = made.get(kind);
  if (known) return known;
  const { name } = kind.entity;
  const Create = named(`Create${name}`, class {});
  const Show = named(`${name}Show`, class {});
  const Query = named(`${name}Query`, class extends PageQuery {});
  const out: KindOut = view<Row & Record<string, unknown>>(
    kind.entity as RowClass<Row & Record<string, unknown>>,
  );

  out.id()(Show.prototype, 'id');
  for (const { name: field, inputs, output } of kind.fields) {
    for (const input of inputs) input.decorator(Create.prototype, input.name);
    output(out, field)(Show.prototype, field);
  }
  out.time()(Show.prototype, 'created_at');
  out.time()(Show.prototype, 'updated_at');

  if (kind.key !== 'name') In.text({ description: `The whole ${kind.key}` })(Query.prototype, kind.key);
  if (kind.fields.some((field) => field.name === 'name'))
    In.text({ description: 'Part of the name, in any case' })(Query.prototype, 'name');

  for (const [filter, decorator] of Object.entries(kind.filters ?? {})) decorator(Query.prototype, filter);

  const classes = {
    Create,
    Update: named(`Update${name}`, class extends PartialType(Create) {}),
    Query,
    Show,
  };
  made.set(kind, classes);
  return classes;
}

function named<T extends Type<object>>(name: string, type: T): T {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
