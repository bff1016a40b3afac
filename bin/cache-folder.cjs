const { lstatSync, mkdirSync } = require('node:fs');
const { isAbsolute, join } = require('node:path');

/**
 * The folder for compiled code in the cache folder of the user, or null. What is in it is executed, so it must belong to
 * the user, and nobody else may write to it. The cache folder itself is never created: a home without one stays as it is.
 */
exports.cacheFolder = (env) => {
  // With compiled code from a cache, V8 reports less of what a process covers.
  if (env.NODE_V8_COVERAGE || env.NODE_DISABLE_COMPILE_CACHE) return null;
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = env;
  const parents = [XDG_CACHE_HOME, LOCALAPPDATA, HOME && join(HOME, '.cache')];
  const parent = parents.find((folder) => folder && isAbsolute(folder));
  if (!parent) return null;
  const folder = join(parent, 'trace');
  try {
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 });
    return isOwn(lstatSync(folder)) ? folder : null;
  } catch {
    return null;
  }
};

const isOwn = (folder) =>
  folder.isDirectory() &&
  (process.platform === 'win32' || (folder.uid === process.geteuid() && (folder.mode & 0o022) === 0));
