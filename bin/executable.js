// The start of the executable (scripts/make-executable.ts). Its assets are trace.js of this folder and the files of the
// program, each as a function of what Node gives a file, and the compiled code of each. CommonJS, like the program.
const { createRequire, isBuiltin } = require('node:module');
const { basename } = require('node:path');
const { getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

/** Unlike the `require` of an executable, it obeys the hooks of src/sheets/old-excel/closed.ts. */
const requireBuiltin = createRequire(process.execPath);
const loaded = new Map();

/** What a file exports. It is read when it is first required. */
function load(name) {
  let module = loaded.get(name);
  if (module === undefined) {
    module = { exports: {} };
    loaded.set(name, module);
    // The build escapes all characters but ASCII.
    const code = Buffer.from(getRawAsset(name)).latin1Slice();
    // Ignored if another V8 made it: the executable of another system starts slower.
    const cachedData = Buffer.from(getRawAsset(`${name}.compiled`));
    const run = new Script(code, { filename: name, cachedData }).runInThisContext();
    run(module.exports, requireFrom, module, process.execPath);
  }
  return module.exports;
}

function requireFrom(name) {
  if (isBuiltin(name)) return requireBuiltin(name);
  // The executable has everything in itself: it loads no code from the folder where it is.
  if (!name.startsWith('.')) throw new Error(`${name} is not part of the executable`);
  return load(basename(name));
}

load(process.argv[2] === '--read-old-workbook' ? 'child.cjs' : 'trace.js');
