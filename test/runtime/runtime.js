const Module = require('node:module');
const { compileFunction } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** The runtime of the spec file that runs. */
let current;

/** Where the source maps of all that was loaded are. */
const sourceMaps = new Map();

Module._extensions['.ts'] = (module, path) => {
  module._compile(current.transformCache.transform(path), path);
  sourceMaps.set(path, current.getSourceMaps().get(path));
};

/**
 * Jest loads all that a spec file requires anew for each file, in a realm of its own; Nest, TypeORM and the service
 * take seconds for that. Here only the spec file itself is loaded anew: what it requires is node's, once for each
 * worker.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...all) {
    const { getBuiltinModule } = process;
    super(...all);
    process.getBuiltinModule = getBuiltinModule; // jest put its own there
    current = this;
    for (const [path, map] of sourceMaps) this.getSourceMaps().set(path, map);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    return Module.createRequire(from)(name);
  }
};
