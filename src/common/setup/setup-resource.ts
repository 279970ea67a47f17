import { Body, Controller, Delete, Get, Inject, Patch, Post, Query } from '@nestjs/common';
import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Db } from '../database/db';
import { Endpoint } from '../endpoint/endpoint';
import { PathText } from '../endpoint/path-param';
import { message, one, page } from '../endpoint/returns';
import { wordsOf } from '../errors/humanize';
import type { PageQuery } from '../pagination/page-query';
import type { RowClass } from '../schema/columns';
import { WriteModel } from '../write/write-model';
import { KindDefinition, kindOf } from './kind';
import { kindClasses } from './kind-classes';
import { kindModel } from './kind-model';
import type { KindInput } from './setup.service';
import { SetupService } from './setup.service';

type ListInput = PageQuery & KindInput;

/** The service of a kind with its own rules. */
type SetupServiceClass = Type<SetupService>;

/**
 * The controllers and services of set-up kinds, to spread into the metadata of a module. Pass the write model of a kind
 * that has rules, and the service of a kind that has its own lists or endpoints, with the view if it is hand-written:
 * `setupResources(Port, chassisModel, [Container, ContainersService])`.
 */
export function setupResources(
  ...kinds: (RowClass | WriteModel | [kind: RowClass, service: SetupServiceClass, view?: Type])[]
): Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  const resources = kinds.map((each) => {
    if (Array.isArray(each)) return resource(...each);
    return simpleResource(each instanceof WriteModel ? each : kindModel(each));
  });
  return {
    controllers: resources.map(({ controller }) => controller),
    providers: resources.map(({ provider }) => provider),
  };
}

interface Resource {
  controller: Type;
  provider: Provider;
}

function resource(entity: RowClass, service: SetupServiceClass, view?: Type): Resource {
  return { controller: setupController(kindOf(entity), service, view), provider: service };
}

function simpleResource(model: WriteModel): Resource {
  const kind = kindOf(model.entity);
  const token = Symbol(kind.plural);
  const useFactory = (db: Db) => new SetupService(db, kind, model);
  return { controller: setupController(kind, token), provider: { provide: token, inject: [Db], useFactory } };
}

const ERRORS = [400, 404, 409, 422];
const ENDPOINTS = ['list', 'show', 'create', 'update', 'remove'] as const;

function setupController(kind: KindDefinition, token: symbol | SetupServiceClass, view?: Type): Type {
  const { plural, singular, key, alsoOf, role = 'admin' } = kind;
  const classes = kindClasses(kind);
  const { Create, Update, Query: ListQuery } = classes;
  const Show = view ?? classes.Show;
  const words = wordsOf(plural);
  const article = /^[aeio]/.test(singular) ? 'an' : 'a';
  const record = `${article} ${wordsOf(singular)}`;
  const keyWords = wordsOf(key);
  const wholes = [kind.within ?? []].flat().map(wordsOf);
  const within = wholes.length ? `with the same ${wholes.join(' and ')}` : 'in the organization';
  const does = (endpoint: 'create' | 'update') => {
    const { endpoints, by, guesses = true } = kind.parties?.does ?? {};
    return endpoints?.includes(endpoint) ? { filters: [], by, guesses } : undefined;
  };
  const IdOrKey = () =>
    PathText('id', kind.byId ? `The id of the ${wordsOf(singular)}` : `The id or the ${keyWords}`, '1');

  @ApiTags('Set-up')
  @Controller(plural)
  class SetupController {
    constructor(@Inject(token) private readonly service: SetupService) {}

    @Get()
    @Endpoint({
      summary: `List ${words}`,
      description:
        'In the order in which they were made. Query parameters narrow the list together: a record is in it when all of them fit.',
      returns: page(plural, Show),
      parties: kind.parties && { filters: kind.parties.filters ?? [] },
      errors: ERRORS,
    })
    list(@Query() query: ListInput) {
      return this.service.list(query);
    }

    @Get(':id')
    @Endpoint({
      summary: `Show ${record}`,
      description: kind.byId
        ? `By its id: several may have one ${keyWords}.`
        : `By its id or its ${keyWords}; a path of digits alone is looked up as an id first.`,
      returns: one(singular, Show, kind.running),
      parties: kind.parties && { filters: [] },
      errors: ERRORS,
    })
    show(@IdOrKey() idOrKey: string) {
      return this.service.show(idOrKey);
    }

    @Post()
    @Endpoint({
      summary: `Create ${record}`,
      description: `Other records name it by its ${keyWords}, which no other one ${within} may have. What is named in the body has to be there.`,
      returns: one(singular, Show, kind.running),
      status: 201,
      role,
      alsoOf,
      parties: does('create'),
      errors: ERRORS,
    })
    create(@Body() body: KindInput) {
      return this.service.create(body);
    }

    @Patch(':id')
    @Endpoint({
      summary: `Update ${record}`,
      description:
        'Only the fields that are sent change; null clears one that may be empty. PUT does the same.',
      returns: one(singular, Show, kind.running),
      role,
      alsoOf,
      parties: does('update'),
      errors: ERRORS,
    })
    update(@IdOrKey() idOrKey: string, @Body() body: KindInput) {
      return this.service.update(idOrKey, body);
    }

    @Delete(':id')
    @Endpoint({
      summary: kind.keeps?.summary ?? `Remove ${record}`,
      description:
        kind.keeps?.description ??
        'Only while no other record refers to it: 409 otherwise. It is gone for good.',
      returns: message(),
      role,
      alsoOf,
      errors: ERRORS,
    })
    remove(@IdOrKey() idOrKey: string) {
      return this.service.remove(idOrKey);
    }
  }

  for (const method of ENDPOINTS)
    if (kind.endpoints && !kind.endpoints.includes(method))
      Reflect.deleteProperty(SetupController.prototype, method);

  // The parameter types that the compiler would emit for a class that is not generated.
  const parameters: [method: keyof SetupController, ...types: Type[]][] = [
    ['list', ListQuery],
    ['create', Create],
    ['update', String, Update],
  ];
  for (const [method, ...types] of parameters)
    Reflect.defineMetadata('design:paramtypes', types, SetupController.prototype, method);
  const name = plural.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  Object.defineProperty(SetupController, 'name', { value: `${name.join('')}SetupController` });
  return SetupController;
}
