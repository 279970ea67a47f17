import { DefaultNamingStrategy, Table } from 'typeorm';

/**
 * Gives constraints and indexes readable names, since the exception filter turns a refused constraint into
 * a sentence by its name: `uq_trucks_license_plate`, `fk_trucks_trucking_company_id`. Tables and columns keep
 * the names that the entities give them.
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

  /** A check without a name of its own is that of one column, with which it begins: `weight_unit IN ('kg', 'lb')`. */
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
