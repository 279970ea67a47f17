import type { Type } from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';
import { In } from '../input/in';
import { PageQuery, searchParameter } from '../pagination/page-query';
import { Row, RowClass } from '../schema/columns';
import { OpenTo } from '../party-wall/open-to';
import { view } from '../view/view';
import { KindDefinition, KindOut } from './kind';

/** The request and response classes of a kind, which other resources write by hand. */
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
  const Query = named(`${name}Query`, class extends PageQuery {});
  for (const { inputs } of kind.fields)
    for (const input of inputs) input.decorator(Create.prototype, input.name);

  if (kind.key !== 'name') In.text({ description: `The whole ${kind.key}` })(Query.prototype, kind.key);
  if (kind.fields.some((field) => field.name === 'name'))
    In.text({ description: 'Part of the name, in any case' })(Query.prototype, 'name');

  for (const [filter, values] of Object.entries(kind.narrowedBy ?? {}))
    narrowing(kind, filter, values)(Query.prototype, filter);
  if (kind.searched) searchParameter(kind.searched)(Query.prototype, 'q');
  for (const [filter, decorator] of Object.entries(kind.filters ?? {})) decorator(Query.prototype, filter);

  let show: Type<object> | undefined;
  const classes = {
    Create,
    Update: named(`Update${name}`, class extends PartialType(Create) {}),
    Query,
    // Lazy, because a kind with a hand-written view must not have a second one.
    get Show() {
      return (show ??= showOf(kind));
    },
  };
  made.set(kind, classes);
  return classes;
}

/** The query parameter of a field by which the list may be narrowed. */
function narrowing({ fields }: KindDefinition, filter: string, values: readonly string[]): PropertyDecorator {
  const what = filter.replaceAll('_', ' ');
  return fields.some(({ name, reference }) => name === filter && reference)
    ? In.anyText({ description: `Only those of this ${what}: its whole ${values.join(' or ')}, or its id` })
    : In.anyWord(values, { description: `Only those with this ${what}` });
}

function showOf(kind: KindDefinition): Type<object> {
  const Show = named(`${kind.entity.name}Show`, class {});
  const out: KindOut = view<Row & Record<string, unknown>>(
    kind.entity as RowClass<Row & Record<string, unknown>>,
  );
  out.id()(Show.prototype, 'id');
  for (const { name, output } of kind.fields) output(out, name)(Show.prototype, name);
  out.time()(Show.prototype, 'created_at');
  out.time()(Show.prototype, 'updated_at');
  const { parties } = kind;
  if (parties)
    OpenTo.parties({ ...parties, fields: ['id', ...parties.fields, 'created_at', 'updated_at'] })(Show);
  return Show;
}

function named<T extends Type<object>>(name: string, type: T): T {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
