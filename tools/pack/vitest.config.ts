import { defineConfig } from 'vitest/config';

// Not a project of the main configuration: it installs packages from a registry and takes minutes.
export default defineConfig({
  test: {
    name: 'packed',
    include: ['tools/pack/*.packed.ts'],
    pool: 'forks',
    fileParallelism: false,
    // An installation is 650 MB.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
