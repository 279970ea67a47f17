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
  /src\/(common\/(http|auth|idempotency|observability|audit|config)\/|common\/errors\/(constraints|database-errors)|document\/|cli\/|demo\/|transfer\/)/;

const symbolOf = (node) => {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
};
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

/**
 * The codes that are named in what declarations reach.
 * @param isKind whether it is an endpoint of a set-up kind, which says itself which service it has
 */
function codesOf(starts, isKind = false) {
  const found = new Set();
  const seen = new Set();
  const open = [...starts];
  while (open.length) {
    const node = open.pop();
    if (!node || seen.has(node) || !isOwn(node) || FRAME.test(node.getSourceFile().fileName)) continue;
    seen.add(node);
    const around = node.parent && ts.isClassDeclaration(node.parent) ? node.parent : undefined;
    if (around) open.push(...(added.get(around) ?? []));
    // a method that a class of its own kind has as well
    if (around && nameOf(node) && !(isKind && nameOf(around) === 'SetupService'))
      for (const heir of heirs.get(around) ?? [])
        open.push(heir.members.find((member) => nameOf(member) === nameOf(node)));
    read(node);
  }
  return found;

  function read(node) {
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const verb = node.expression.name.text;
      const entity = node.arguments[0] && symbolOf(node.arguments[0])?.declarations?.[0];
      if (entity && ts.isClassDeclaration(entity) && /^(insert|update|save|remove|delete)/.test(verb))
        for (const code of codesOfEntity(entity, /^(remove|delete)/.test(verb))) found.add(code);
    }
    if (ts.isPropertyAssignment(node) && nameOf(node) === 'entity' && ts.isIdentifier(node.initializer)) {
      const entity = symbolOf(node.initializer)?.declarations?.[0];
      if (entity && ts.isClassDeclaration(entity)) for (const code of codesOfEntity(entity)) found.add(code);
    }
    if (ts.isIdentifier(node)) {
      const declarations = symbolOf(node)?.declarations ?? [];
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

const membersOf = (node, name) => node.members.filter((member) => nameOf(member) === name);
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
        else handlers[`${nameOf(node)}.${nameOf(member)}`] = [...codesOf([member])];
      }
    ts.forEachChild(node, visit);
  });
for (const source of sources)
  ts.forEachChild(source, function visit(node) {
    if (ts.isCallExpression(node) && node.expression.getText() === 'setupResources')
      for (const each of node.arguments) ofKind(each);
    ts.forEachChild(node, visit);
  });

/** The endpoints of a kind, as it is given to `setupResources`: its class, its model, or its class with a service. */
function ofKind(node) {
  const [first, second] = ts.isArrayLiteralExpression(node) ? node.elements : [node];
  const named = symbolOf(first).declarations[0];
  const model = ts.isVariableDeclaration(named) ? named : undefined;
  const kind = model ? symbolOf(model.initializer.arguments[0]).declarations[0] : named;
  const service = second && symbolOf(second).declarations[0];
  const definition = decoratorsOf(kind)
    .map(callOf)
    .find((call) => call?.expression.getText() === 'Kind');
  const plural = /plural: '(\w+)'/.exec(definition.getText())[1];
  for (const name of ['list', 'show', 'create', 'update', 'remove']) {
    const writes = name === 'create' || name === 'update';
    const starts = [
      ...membersOf(setUp, name),
      ...(service
        ? service.members.filter((member) => nameOf(member) === name || ts.isPropertyDeclaration(member))
        : []),
      ...(writes && model ? [model] : []),
    ];
    const codes = codesOf(starts, true);
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
