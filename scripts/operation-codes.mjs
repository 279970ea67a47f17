// Writes src/document/operation-codes.json: the codes that each handler of a controller may answer with, by following from
// it what its code calls and names. A code counts that a reached function names (`GATE.truck_inside`), that an entity
// it writes declares for a constraint (`@Refuses`, a unique index), or that a rule has which is added to a list it reads.
// What is common to all operations, such as a missing token, is no part of it. With --check it only says whether the file is
// as it would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(root, 'src/document/operation-codes.json');
const SRC = join(root, 'src');

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, root);
const program = ts.createProgram(
  fileNames.filter((name) => !/\.spec\.ts$/.test(name)),
  { ...options, noEmit: true },
);
const checker = program.getTypeChecker();
const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(SRC));

/** What is common to all operations: the frame around handlers, and what only reads or answers for it. */
const FRAME =
  /src\/(common\/(http|auth(?!\/(own-organization|tickets|tokens|managed-tokens|party-ids|issuers|user\.write|user-sessions|users))|idempotency|observability|audit|config)\/|common\/errors\/(constraints|database-errors)|document\/|cli\/|demo\/|transfer\/(?!imports\/imports\.))/;

const followed = (symbol) =>
  symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
const symbolOf = (node) => followed(checker.getSymbolAtLocation(node));
const nameOf = (node) => node?.name?.text;
const isOwn = (declaration) => declaration.getSourceFile().fileName.startsWith(SRC);
const decoratorsOf = (node) => (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []);
const callOf = (decorator) => (ts.isCallExpression(decorator.expression) ? decorator.expression : undefined);

/** Whether a constant holds the codes of a domain. */
const holdsCodes = (declaration) =>
  ts.isVariableDeclaration(declaration) &&
  declaration.initializer &&
  ts.isCallExpression(declaration.initializer) &&
  declaration.initializer.expression.getText() === 'codes';

/** All codes that domains declare: some are named by the word alone, where a list of words says which there are. */
const KNOWN = new Set();
for (const source of sources)
  ts.forEachChild(source, function visit(node) {
    if (ts.isVariableDeclaration(node) && holdsCodes(node))
      for (const each of node.initializer.arguments[1].properties) KNOWN.add(nameOf(each));
    ts.forEachChild(node, visit);
  });

/** The rules that modules add to lists, by the class of the list. */
const added = new Map();
/** The classes that extend another one, by it. */
const heirs = new Map();
for (const source of sources)
  ts.forEachChild(source, function visit(node) {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'add' &&
      /\.module\.ts$/.test(source.fileName)
    ) {
      const list = checker.getTypeAtLocation(node.expression.expression).getSymbol()?.declarations?.[0];
      if (list && ts.isClassDeclaration(list))
        added.set(list, [...(added.get(list) ?? []), ...node.arguments]);
    }
    ts.forEachChild(node, visit);
  });
for (const source of sources)
  ts.forEachChild(source, (node) => {
    if (!ts.isClassDeclaration(node)) return;
    for (const { expression } of node.heritageClauses?.[0]?.types ?? []) {
      const parent = symbolOf(expression)?.declarations?.[0];
      if (parent) heirs.set(parent, [...(heirs.get(parent) ?? []), node]);
    }
  });

/** The entities by their tables. */
const tables = new Map();
for (const source of sources)
  ts.forEachChild(source, (node) => {
    for (const call of decoratorsOf(node).map(callOf)) {
      const name = call?.expression.getText();
      const text = call?.arguments[0]?.getText() ?? '';
      const table =
        name === 'Entity' ? text.slice(1, -1) : name === 'Kind' && /plural: '(\w+)'/.exec(text)?.[1];
      if (table) tables.set(table, node);
    }
  });
const isMaking = (member) => ts.isPropertyDeclaration(member) || ts.isConstructorDeclaration(member);
/** All classes that extend a class, also by way of others. */
const heirsOf = (parent) => new Set((heirs.get(parent) ?? []).flatMap((each) => [each, ...heirsOf(each)]));

/** The codes that the constraints of an entity have, and those of its removal. */
function codesOfEntity(entity, isRemoved) {
  const found = new Set();
  for (const call of decoratorsOf(entity).map(callOf)) {
    const name = call?.expression.getText();
    const text = call?.arguments.map((each) => each.getText()).join() ?? '';
    if (isRemoved && name === 'Entity') found.add('in_use');
    if (isRemoved) continue;
    if (name === 'Unique' || (name === 'Index' && /unique:\s*true/.test(text))) found.add('taken');
    if (name === 'Exclusion') found.add('overlaps');
    if (name !== 'Refuses') continue;
    const [constraint, , , code] = call.arguments;
    const kind = /['"`](\w\w)_/.exec(constraint.getText())?.[1];
    const own = code && /\.(\w+)$/.exec(code.getText())?.[1];
    found.add(own ?? { uq: 'taken', ex: 'overlaps', fk: 'unknown_reference' }[kind] ?? 'invalid');
  }
  return found;
}

/** The codes that are named in what declarations reach. */
function codesOf(starts) {
  const found = new Set();
  const seen = new Set();
  const open = [...starts];
  /** The tables that statements insert into; and those that are named beside one whose table is a variable. */
  const [written, named] = [new Set(), new Set()];
  let insertsByName = false;
  while (open.length) {
    const node = open.pop();
    if (!node || seen.has(node) || !isOwn(node) || FRAME.test(node.getSourceFile().fileName)) continue;
    seen.add(node);
    const around = node.parent && ts.isClassDeclaration(node.parent) ? node.parent : undefined;
    if (around) open.push(...(added.get(around) ?? []));
    // a method that a class of its own kind has as well
    if (around && nameOf(node) && nameOf(around) !== 'SetupService')
      for (const heir of heirs.get(around) ?? [])
        open.push(heir.members.find((member) => nameOf(member) === nameOf(node)));
    read(node);
  }
  for (const table of [...written, ...(insertsByName ? named : [])])
    if (tables.has(table)) for (const code of codesOfEntity(tables.get(table))) found.add(code);
  return found;

  function read(node) {
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const verb = node.expression.name.text;
      const entity = node.arguments[0] && symbolOf(node.arguments[0])?.declarations?.[0];
      if (entity && ts.isClassDeclaration(entity) && /^(insert|update|save|remove|delete)/.test(verb))
        for (const code of codesOfEntity(entity, /^(remove|delete)/.test(verb))) found.add(code);
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'kindModel') {
      const kind = symbolOf(node.arguments[0])?.declarations?.[0];
      // the key of a kind is unique, which its definition sees to
      if (kind && ts.isClassDeclaration(kind))
        for (const code of [...codesOfEntity(kind), 'taken']) found.add(code);
    }
    if (ts.isPropertyAssignment(node) && nameOf(node) === 'entity' && ts.isIdentifier(node.initializer)) {
      const entity = symbolOf(node.initializer)?.declarations?.[0];
      if (entity && ts.isClassDeclaration(entity)) for (const code of codesOfEntity(entity)) found.add(code);
    }
    if (ts.isTemplateLiteralToken(node)) {
      for (const [, table] of node.text.matchAll(/\bINSERT INTO (\w+)/g)) written.add(table);
      insertsByName ||= /\bINSERT INTO $/.test(node.text);
    }
    if (ts.isStringLiteral(node) && tables.has(node.text)) named.add(node.text);
    if (ts.isPropertyAccessExpression(node) && !/^(list|show|remove\w*|read|find)$/.test(node.name.text)) {
      // what the service is made with that has the method from the class that it extends
      const receiver = checker.getTypeAtLocation(node.expression).getSymbol()?.declarations?.[0];
      const method = symbolOf(node.name)?.declarations?.[0];
      if (
        receiver &&
        method &&
        ts.isClassDeclaration(receiver) &&
        method.parent !== receiver &&
        heirsOf(method.parent).has(receiver)
      )
        open.push(...receiver.members.filter(isMaking));
    }
    if (ts.isStringLiteral(node) && KNOWN.has(node.text)) found.add(node.text);
    if (ts.isIdentifier(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : symbolOf(node);
      const declarations = followed(symbol)?.declarations ?? [];
      for (const declaration of declarations) {
        if (holdsCodes(declaration)) {
          const access = node.parent;
          if (ts.isPropertyAccessExpression(access) && access.expression === node)
            found.add(access.name.text);
        } else if (isCode(declaration)) open.push(declaration);
        else if (ts.isClassDeclaration(declaration) && isOwn(declaration))
          // what is made of a class, and what it begins with
          open.push(...declaration.members.filter((member) => ts.isConstructorDeclaration(member)));
      }
    }
    ts.forEachChild(node, read);
  }
}

const isCode = (node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node) ||
  (ts.isVariableDeclaration(node) && node.initializer && !ts.isCatchClause(node.parent)) ||
  (ts.isPropertyDeclaration(node) && node.initializer);

/** Whether a member of a service is read for an endpoint: its own method, and what the service is made with. */
const isReadFor = (name) => (member) =>
  nameOf(member) === name || (/^(create|update)$/.test(name) && isMaking(member));
const membersOf = (node, name) => node.members.filter((member) => nameOf(member) === name);
/** The codes that only a write can answer. */
const OF_CONSTRAINTS = ['taken', 'in_use', 'overlaps'];
/** The codes of handlers, as `TrucksController.create`, and of those of set-up kinds as `ports.create`. */
const handlers = {};
let setUp;
for (const source of sources)
  ts.forEachChild(source, function visit(node) {
    if (ts.isClassDeclaration(node) || ts.isClassExpression(node))
      for (const member of node.members) {
        const names = decoratorsOf(member).map((each) => callOf(each)?.expression.getText());
        if (!names.includes('Endpoint')) continue;
        if (nameOf(node) === 'SetupController') setUp = node;
        else {
          // nothing is written by a GET, so no constraint refuses it
          const isWrite = !names.includes('Get');
          const codes = [...codesOf([member])].filter((code) => isWrite || !OF_CONSTRAINTS.includes(code));
          handlers[`${nameOf(node)}.${nameOf(member)}`] = codes;
        }
      }
    ts.forEachChild(node, visit);
  });
for (const source of sources)
  ts.forEachChild(source, function visit(node) {
    if (ts.isCallExpression(node) && node.expression.getText() === 'setupResources')
      for (const each of node.arguments) ofKind(each);
    ts.forEachChild(node, visit);
  });

/** The model that the service of a kind gives to the class that it extends. */
function modelOf(service) {
  const constructor = service.members.find((member) => ts.isConstructorDeclaration(member));
  const call = constructor?.body.statements.map(({ expression }) => expression)[0];
  const model = call && ts.isCallExpression(call) && call.arguments[2];
  const declaration = model && symbolOf(model)?.declarations?.[0];
  return declaration && ts.isVariableDeclaration(declaration) ? declaration : undefined;
}

/** What a model has against the removal of a record. */
function removalsOf({ initializer }) {
  const options = initializer.arguments?.find((each) => ts.isObjectLiteralExpression(each));
  return options?.properties.filter((property) => nameOf(property) === 'removal') ?? [];
}

/** The endpoints of a kind, as it is given to `setupResources`: its class, its model, or its class with a service. */
function ofKind(node) {
  const [first, second] = ts.isArrayLiteralExpression(node) ? node.elements : [node];
  const named = symbolOf(first).declarations[0];
  const service = second && symbolOf(second).declarations[0];
  const model = ts.isVariableDeclaration(named) ? named : service && modelOf(service);
  const kind = ts.isVariableDeclaration(named)
    ? symbolOf(named.initializer.arguments[0]).declarations[0]
    : named;
  const definition = decoratorsOf(kind)
    .map(callOf)
    .find((call) => call?.expression.getText() === 'Kind');
  const plural = /plural: '(\w+)'/.exec(definition.getText())[1];
  for (const name of ['list', 'show', 'create', 'update', 'remove']) {
    const writes = name === 'create' || name === 'update';
    const starts = [
      ...membersOf(setUp, name),
      ...(service ? service.members.filter(isReadFor(name)) : []),
      ...(writes && model ? [model] : []),
      ...(name === 'remove' && model ? removalsOf(model) : []),
    ];
    const codes = codesOf(starts);
    if (writes || name === 'remove') for (const code of codesOfEntity(kind, !writes)) codes.add(code);
    // its key is unique, which its definition sees to
    if (writes) codes.add('taken');
    handlers[`${plural}.${name}`] = [...codes];
  }
}

const sorted = Object.entries(handlers)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([handler, codes]) => [handler, codes.sort()]);
const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (JSON.stringify(JSON.parse(readFileSync(FILE, 'utf8'))) !== JSON.stringify(JSON.parse(text))) {
  console.error('src/document/operation-codes.json is not what the code says: npm run generate');
  process.exit(1);
}
