// The lines that put a dataset into CI: a command for a shell, and a workflow for GitHub Actions, which is
// examples/github-actions/tracewell-gate.yml in short. Pure.

interface GatedDataset {
  url: string;
  datasetId: number;
  /** Empty: all criteria of the account. */
  criterionIds: readonly number[];
}

const gateExports = (url: string): string =>
  [`export TRACEWELL_URL=${url}`, 'export TRACEWELL_API_KEY=twl_…'].join('\n');

export function gateShell({ url, datasetId, criterionIds }: GatedDataset): string {
  const criteria = criterionIds.map((id) => ` --criterion ${id}`).join('');
  return `${gateExports(url)}\n\ntracewell gate --dataset ${datasetId}${criteria} --allow-missing-baseline`;
}

export function gateWorkflow({ url, datasetId, criterionIds }: GatedDataset): string {
  return [
    'name: Tracewell gate',
    'on:',
    '  pull_request:',
    '  push:',
    '    branches: [main]',
    'permissions:',
    '  contents: read',
    '  pull-requests: write',
    'jobs:',
    '  gate:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '        with:',
    '          repository: ${{ vars.TRACEWELL_REPOSITORY }}',
    '          path: .tracewell',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 26',
    '      - run: |',
    '          npm ci --workspace @tracewell/cli --omit=dev --ignore-scripts --no-audit --no-fund',
    '          mkdir bin',
    String.raw`          printf '#!/bin/sh\nexec node "%s/cli/src/main.ts" "$@"\n' "$PWD" > bin/tracewell`,
    '          chmod +x bin/tracewell',
    '          echo "$PWD/bin" >> "$GITHUB_PATH"',
    '        working-directory: .tracewell',
    '      - uses: ./.tracewell/actions/gate',
    '        with:',
    '          cli: installed',
    `          url: ${url}`,
    '          api-key: ${{ secrets.TRACEWELL_API_KEY }}',
    `          dataset: '${datasetId}'`,
    ...(criterionIds.length > 0 ? [`          criteria: '${criterionIds.join(' ')}'`] : []),
  ].join('\n');
}
