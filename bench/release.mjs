// Compares the processor time of the service with that of the last release: npm run bench -- --release [commit]. The release is
// built in the temporary folder. Both services have a database of their own, which the `data.sql` of their version fills, and
// take turns at the scenes. Exits with 1 when the release needs less time than the service by more than the machine varies, in
// two tries. Needs the build.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Clients } from './load.mjs';
import { inTurn, medians, turn } from './measure.mjs';
import { SCENES } from './scenes.mjs';
import { Terminal } from './terminal.mjs';

const ROOT = dirname(import.meta.dirname);
/**
 * How many times the time of the service the release is to need: in the geometric mean of all scenes, and in each. Of equal code
 * less than one comparison in a hundred is to fail, where others keep both cores busy: a turn varies by 6 to 48 % there.
 */
const LEAST = { all: 0.92, each: 0.7 };
const CONTAINERS = 5_000;
const CONNECTIONS = 8;
/** All scenes are done so often, on both sides, in turns of so many seconds or so many items. The first times warm up. */
const WARM = 2;
const FIRST = { rounds: 8, seconds: 0.3, writes: 25 };
const SECOND = { ...FIRST, rounds: 16 };

/**
 * Builds a release and compares its processor time with that of the service.
 * @param asked a commit; the last one that began a version where it is undefined
 * @param words what the names of the scenes have
 * Compares nothing where the release does not build. Throws when the service does not answer a scene.
 */
export async function compareWithRelease(asked, words) {
  const { commit, reason } = releaseOf(asked);
  if (!commit) return console.log(`Nothing was compared: ${reason}.`);
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-release-'));
  try {
    console.log(`Building ${commit.slice(0, 8)}`);
    if (!isBuilt(commit, folder))
      return console.log('Nothing was compared: the release does not build here.');
    let low;
    for (const size of [FIRST, SECOND]) {
      const found = report(await compared(folder, size, words));
      // what was low by chance is rarely so again
      low = low ? found.filter(({ name }) => low.some((each) => each.name === name)) : found;
      if (!low.length) return;
    }
    for (const { name, ratio, least } of low)
      console.error(
        `${name}: ${ratio.toFixed(2)}, where ${least} is the least. The service needs more than ${commit}.`,
      );
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The commit of the release, or the reason why there is none to compare with. Throws when what was asked for is no commit. */
function releaseOf(asked) {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
  const commit = asked
    ? git('rev-parse', '-q', '--verify', `${asked}^{commit}`)
    : git('log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json');
  if (!commit && asked) throw new Error(`${asked} is no commit of this history.`);
  if (asked) return { commit };
  // the oldest commit of a history that was cut off seems to have written every line
  const isCutOff =
    git('rev-parse', '--is-shallow-repository') === 'true' &&
    !git('rev-parse', '-q', '--verify', `${commit}^`);
  if (!commit || isCutOff) return { reason: 'the history does not reach back to the last release' };
  if (commit === git('rev-parse', 'HEAD')) return { reason: 'this commit begins a version' };
  return { commit };
}

/** Has the release install, where its packages are others, and build itself in a folder. Returns whether it did. */
function isBuilt(commit, folder) {
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const archive = join(folder, 'release.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { ...options, cwd: ROOT });
  execFileSync('tar', ['-xf', archive], options);
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(ROOT) === lock(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return spawnSync(process.execPath, ['scripts/start.mjs', '--prepare-only'], options).status === 0;
}

/** What the service and the release need for each scene that the release answers. */
async function compared(folder, size, words) {
  const sides = [];
  try {
    for (const [name, root] of [
      ['service', ROOT],
      ['release', folder],
    ]) {
      const terminal = await Terminal.open(CONTAINERS, { root });
      const { pid, port } = terminal.service;
      const clients = new Clients(port, terminal.token, CONNECTIONS);
      sides.push({ name, terminal, pid, clients });
      await terminal.findTrucks(clients);
    }
    const scenes = [];
    for (const scene of SCENES.filter(({ name }) => name.includes(words))) {
      const refusal = await refusalOf(scene, sides[1]);
      if (refusal) console.log(`Left out, because the release refuses it: ${scene.name} (${refusal})`);
      else scenes.push({ ...scene, turns: sides.map(() => []) });
    }
    for (let round = -WARM; round < size.rounds; round++)
      for (const scene of scenes)
        for (const [i, side] of inTurn(sides, round)) {
          const one = await turn(scene, side, size.seconds, size.writes);
          if (round >= 0) scene.turns[i].push(one);
        }
    return scenes.map(({ name, turns }) => ({ name, sides: medians(sides, turns) }));
  } finally {
    for (const { terminal, clients } of sides) {
      clients.close();
      await terminal.close();
    }
  }
}

/** Why a side cannot do a scene; undefined where it can. */
async function refusalOf({ paths, items }, { terminal, clients }) {
  try {
    const requests = paths ? paths.map((path) => ({ path })) : (await items(terminal, 1)).flat();
    for (const request of requests) await clients.ask(request);
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** Prints a table in Markdown, in milliseconds of processor for an item. Which are below what they are to be. */
function report(results) {
  const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
  line(['scene', 'service: node', 'PostgreSQL', 'release: node', 'PostgreSQL', 'release ÷ service']);
  line(Array(6).fill('---'));
  for (const { name, sides } of results)
    line([
      name,
      ...sides.flatMap(({ node, sessions }) => [node.toFixed(2), sessions.toFixed(2)]),
      sides[1].ratio.toFixed(2),
    ]);
  const ratios = results.map(({ name, sides }) => ({ name, ratio: sides[1].ratio, least: LEAST.each }));
  const mean = Math.exp(ratios.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / ratios.length);
  line(['all', '', '', '', '', mean.toFixed(3)]);
  return [{ name: 'all', ratio: mean, least: LEAST.all }, ...ratios].filter(
    ({ ratio, least }) => ratio < least,
  );
}
