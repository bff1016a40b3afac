import { defineConfig } from 'tsdown';

/** What every start, or nearly every one, needs: a package of many modules costs more to find than to read. */
const BUNDLED = ['chalk', 'commander', 'fastest-levenshtein', /^i18n-iso-countries\//, 'zod'];

/** One entry, split at each dynamic import: a command's code is read only when that command runs. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outDir: 'dist',
  clean: true,
  dts: false,
  sourcemap: false,
  deps: { alwaysBundle: BUNDLED, onlyBundle: false },
  fixedExtension: false,
});
