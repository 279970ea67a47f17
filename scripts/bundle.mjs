// The last step of the build: puts the commands and all packages that they run on into one file, since hundreds of files
// take longer to be found than to be run. Has it make the API document, and keeps what V8 compiled on the way.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const src = join(import.meta.dirname, '../dist/src');
const require = createRequire(import.meta.url);
const { BUNDLE, COMPILED, compileBundle, runBundle } = require('../dist/src/boot.js');
const { letHeapGrow } = require('../dist/src/common/heap.js');

// those of other versions of Node, too: V8 knows what it was made of by the length alone
for (const name of readdirSync(src).filter((each) => each.startsWith('bundle.js.'))) rmSync(join(src, name));
const bundle = await rolldown({
  input: join(src, 'cli/commands.js'),
  platform: 'node',
  // what draws invoices reads files of its own, and is loaded with the first PDF or e-invoice; SFTP with the first channel; what
  // works at pictures is native, and is loaded with the first file, as is the bucket where there is one; SMTP with the first mail
  external: [
    'pdfkit',
    'piscina',
    'xmlbuilder2',
    'ssh2',
    'file-type',
    'sharp',
    /^@aws-sdk\//,
    /^nodemailer\//,
  ],
  resolve: { conditionNames: ['node', 'require'] },
  plugins: [{ name: 'wharfinger', transform }],
  // packages ask for others that need not be there
  onLog: (level, log, handle) => log.code === 'UNRESOLVED_IMPORT' || handle(level, log),
});
await bundle.write({
  file: BUNDLE,
  format: 'cjs',
  codeSplitting: false,
  keepNames: true,
  comments: false,
  // what the code takes stays in use; names stay for stack traces
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
writeFileSync(BUNDLE, readFileSync(BUNDLE, 'utf8').replace(/[^\0-\x7f]/g, escaped));

const script = compileBundle();
process.exitCode = await runBundle(script).run(['openapi', '--keep'], process);
letHeapGrow(false);
writeFileSync(COMPILED, script.createCachedData());

function transform(code, id) {
  if (id === join(src, 'common/database/migrate/tables.js')) return tables();
  // class-validator loads the numbering plans of all countries, which nothing here asks
  if (id.includes('/libphonenumber-js/')) return 'module.exports = {};';
  // each file goes on finding what lies beside it
  const folder = `(__dirname + ${JSON.stringify(`/${relative(src, dirname(id))}`)})`;
  if (id.startsWith(dirname(src))) return code.replaceAll('__dirname', folder);
  // what Nest's packages look for only when they run is the same as that of everybody else
  return code.replace('const require = createRequire(import.meta.url);', '');
}

/** The classes that TypeORM is to know, in place of the patterns that it would look for them by. */
function tables() {
  const required = (folder, name) =>
    readdirSync(folder, { recursive: true })
      .filter((file) => name.test(file))
      .map((file) => `require(${JSON.stringify(join(folder, file))})`);
  return `
    const classesOf = (...files) => files.flatMap(Object.values).filter((each) => typeof each === 'function');
    exports.TABLES = classesOf(${required(src, /\.(entity|kind)\.js$/)});
    exports.MIGRATIONS = classesOf(${required(join(src, '../migrations'), /\.js$/)});`;
}

/** A character that is not ASCII, as it may stand in strings and regular expressions. */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
