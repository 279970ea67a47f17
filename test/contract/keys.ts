/** The keys that answers of one endpoint have to have, as the table writes them. */
export class Keys {
  /** By the path of an object: the names of its keys, and whether they are always there. */
  private readonly inside = new Map<string, Map<string, boolean>>();
  /** The paths of objects without an id that may be null. */
  private readonly nullable = new Set<string>();
  /** The paths of objects whose keys can be anything. */
  private readonly open = new Set<string>();
  private readonly seen = new Set<string>();
  private readonly faults = new Set<string>();

  constructor(keys: string[]) {
    this.inside.set('', new Map());
    for (const key of keys) {
      let path = '';
      for (const part of key.split('.')) {
        const name = part.replace(/\W.*$/, '');
        const siblings = this.inside.get(path) ?? new Map<string, boolean>();
        this.inside.set(path, siblings.set(name, !part.includes('?')));
        path = `${path}.${part.replace(/\?|\{\}|\|null/, '')}`;
        if (part.includes('{}')) this.open.add(path);
        if (part.includes('|null')) this.nullable.add(path);
      }
    }
  }

  /** Looks at an answer. */
  see(value: unknown, path = ''): void {
    if (Array.isArray(value)) return value.forEach((item) => this.see(item, `${path}[]`));
    if (typeof value !== 'object' || value === null || this.open.has(path)) return;
    const keys = this.inside.get(path) ?? new Map<string, boolean>();
    for (const [name, always] of keys)
      if (always && !(name in value)) this.faults.add(`${path}.${name} is missing`);
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}.${name}`;
      if (!keys.has(name)) this.faults.add(`${at} is not in the table`);
      if (inner === null && this.isNeverNull(at, keys.get(name)!)) this.faults.add(`${at} is null`);
      this.seen.add(at);
      this.see(inner, at);
    }
  }

  /** What was wrong with the answers, and what none of them had. */
  wrong(): string[] {
    const unseen: string[] = [];
    for (const [path, keys] of this.inside)
      for (const name of keys.keys())
        if (!this.seen.has(`${path}.${name}`)) unseen.push(`${path}.${name} was never seen`);
    return [...this.faults, ...unseen];
  }

  /** Decision 13: only an object with an id is null, unless the table says so; what may be left out is left out. */
  private isNeverNull(path: string, always: boolean): boolean {
    const keys = this.nullable.has(path) ? undefined : this.inside.get(path);
    return keys !== undefined && !(keys.has('id') && always);
  }
}
