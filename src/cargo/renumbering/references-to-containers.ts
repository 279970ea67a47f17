import sql, { raw, Sql } from 'sql-template-tag';
import type { DataSource, EntityMetadata } from 'typeorm';
import { Container } from '../containers/container.kind';
import { ContainerStay } from '../stays/container-stay.entity';

/**
 * SQL: the updates by which everything that refers to one container refers to another one: each foreign key to
 * containers apart from that of the stays, and each place that is a container. They follow from the entities, so that a
 * table that is new is not forgotten.
 */
export function movingReferences(
  dataSource: DataSource,
  organization_id: number,
  gone: number,
  kept: number,
): Sql[] {
  return dataSource.entityMetadatas
    .filter(({ tableType, target }) => tableType !== 'view' && target !== ContainerStay)
    .flatMap((entity) => [
      ...keysOf(entity).map((column) => ({ entity, column, which: sql`true` })),
      ...placesOf(entity).map((place) => ({
        entity,
        column: `${place}_id`,
        which: sql`${raw(`${place}_type`)} = 'Container'`,
      })),
    ])
    .map(
      ({ entity, column, which }) => sql`
        UPDATE ${raw(entity.tableName)} SET ${raw(column)} = ${kept}, updated_at = now()
        WHERE organization_id = ${organization_id} AND ${raw(column)} = ${gone} AND ${which}`,
    );
}

/** The columns of an entity that refer to containers. */
function keysOf({ relations }: EntityMetadata): string[] {
  return relations.flatMap(({ isOwning, inverseEntityMetadata, propertyName }) =>
    isOwning && inverseEntityMetadata.target === Container ? [`${propertyName}_id`] : [],
  );
}

/** The places of an entity, without the endings `_type` and `_id` of their columns. */
function placesOf({ columns }: EntityMetadata): string[] {
  const names = new Set(columns.map(({ databaseName }) => databaseName));
  return [...names].flatMap((name) => {
    const place = /^(.*location)_type$/.exec(name)?.[1];
    return place && names.has(`${place}_id`) ? [place] : [];
  });
}
