const { TestEnvironment } = require('jest-environment-node');

/** The worker's own realm, for `runtime.js`; what jest puts into it for a spec file is removed after the file. */
module.exports = class Environment extends TestEnvironment {
  constructor(...all) {
    super(...all);
    this.global = globalThis;
    this.before = { symbols: Object.getOwnPropertySymbols(globalThis), exit: process.exit, console };
  }

  getVmContext() {
    return globalThis;
  }

  async teardown() {
    const { symbols, exit, console } = this.before;
    process.exit = exit;
    globalThis.console = console;
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (!symbols.includes(key)) Reflect.deleteProperty(globalThis, key);
    await super.teardown();
  }
};
