const { relative } = require('node:path');

/** A reporter of jest that prints the ten spec files that took longest. */
module.exports = class Slowest {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < 20) return;
    const longest = testResults
      .map(({ testFilePath, perfStats }) => ({ seconds: perfStats.runtime / 1_000, file: testFilePath }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, 10);
    for (const { seconds, file } of longest)
      console.log(`${seconds.toFixed(1).padStart(6)} s ${relative('', file)}`);
  }
};
