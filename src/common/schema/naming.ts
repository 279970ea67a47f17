import { DefaultNamingStrategy, Table } from 'typeorm';

/**
 * Names constraints and indexes readably (`uq_trucks_license_plate`, `fk_trucks_trucking_company_id`), because the
 * exception filter makes the sentence of a violated constraint from its name. Tables and columns keep the names of
 * their entities.
 */
export class ReadableConstraintNames extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `pk_${this.getTableName(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `uq_${this.getTableName(table)}_${withoutTenant(columns)}`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `fk_${this.getTableName(table)}_${withoutTenant(columns)}`;
  }

  /** A check without an explicit name must start with its one column: `weight_unit IN ('kg', 'lb')`. */
  override checkConstraintName(table: Table | string, expression: string): string {
    return `ck_${this.getTableName(table)}_${/^\w+/.exec(expression)![0]}`;
  }

  override indexName(table: Table | string, columns: string[]): string {
    return `ix_${this.getTableName(table)}_${withoutTenant(columns)}`;
  }
}

function withoutTenant(columns: string[]): string {
  const rest = columns.filter((column) => column !== 'organization_id');
  return (rest.length ? rest : columns).join('_');
}
