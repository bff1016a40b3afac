import { defineConfig } from 'tsdown';

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
  fixedExtension: false,
});
