const { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Exit codes of runs that did their work, so that their functions are compiled: done, invalid input, incomplete. */
const COMPLETE = [0, 3, 5];

/** What is around a file to make it a function, as in Node. */
const START = Buffer.from('(function (exports, require, module, __filename) {');
const END = Buffer.from('\n})');

/** The length of the checksums in front of compiled code: of the source, and of the compiled code. */
const SUMS = 8;

/**
 * Loads a file of the program and what it requires, with the compiled code that an earlier run of the same command left
 * in the cache. The first run that completes leaves it at its end, with every function that it called: the compile cache
 * of Node has only what runs while a file is loaded, and most of the time of a small check is compiling the rest.
 *
 * A cache that is unreadable, incomplete, or of another build or version of Node is not used. Nothing here ever fails.
 */
exports.loadCached = (program, name, cache, argv) => {
  const folder = join(cache, `${process.version}-${process.arch}`, jobOf(argv));
  const loaded = new Map();
  const uncached = new Map();
  const load = (file) => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const path = join(program, file);
    const source = readFileSync(path);
    const cachedData = compiledOf(join(folder, file), source);
    // The build writes ASCII only.
    const text = Buffer.concat([START, source, END]).latin1Slice();
    const script = new Script(text, { filename: path, cachedData });
    if (!cachedData || script.cachedDataRejected) uncached.set(file, { script, source });
    const inside = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
    script.runInThisContext()(module.exports, inside, module, path);
    return module.exports;
  };
  process.on('exit', (code) => {
    if (uncached.size > 0 && COMPLETE.includes(code)) save(folder, uncached);
  });
  return load(name);
};

/** Runs with the same job call the same functions: a command, or the help. */
function jobOf(argv) {
  if (argv.includes('--help') || argv.includes('-h')) return 'help';
  const word = argv.find((text) => !text.startsWith('-')) ?? 'none';
  return /^[a-z][a-z-]{0,30}$/.test(word) ? word : 'none';
}

function compiledOf(file, source) {
  try {
    // Reading a pipe or a device may never end.
    if (!lstatSync(file).isFile()) return undefined;
    const bytes = readFileSync(file);
    const compiled = bytes.subarray(SUMS);
    if (bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(compiled)) return compiled;
  } catch {
    // There is none, or it cannot be read.
  }
  return undefined;
}

function save(folder, scripts) {
  for (const [file, { script, source }] of scripts) {
    const path = join(folder, file);
    const draft = `${path}.${process.pid}.new`;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const compiled = script.createCachedData();
      const sums = Buffer.alloc(SUMS);
      sums.writeUInt32LE(crc32(source), 0);
      sums.writeUInt32LE(crc32(compiled), 4);
      writeFileSync(draft, Buffer.concat([sums, compiled]), { flag: 'wx', mode: 0o600 });
      renameSync(draft, path);
    } catch (error) {
      if (error.code === 'EEXIST') continue;
      try {
        rmSync(draft, { force: true });
      } catch {
        // It stays; no run reads it.
      }
    }
  }
}
