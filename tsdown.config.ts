import { defineConfig } from 'tsdown';

/** What every start, or nearly every one, needs: a package of many modules costs more to find than to read. */
const BUNDLED = ['chalk', 'commander', 'fastest-levenshtein', /^i18n-iso-countries\//, 'zod'];

/**
 * The program, split at each dynamic import, so that a command's code is read only when that command runs; and the
 * program of the process that reads old workbooks.
 */
export default defineConfig({
  entry: { main: 'src/main.ts', 'old-excel': 'src/sheets/old-excel/child.ts' },
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
