import { describe, expect, it } from 'vitest';
import { gateShell, gateWorkflow } from './gate-lines.ts';

const ofAll = { url: 'https://t.example', datasetId: 3, criterionIds: [] };
const ofTwo = { ...ofAll, criterionIds: [1001, 1002] };

describe('the lines of the gate', () => {
  it('name the dataset, and the criteria if some are chosen', () => {
    expect(gateShell(ofAll)).toBe(
      'export TRACEWELL_URL=https://t.example\nexport TRACEWELL_API_KEY=twl_…\n\ntracewell gate --dataset 3 --allow-missing-baseline',
    );
    expect(gateShell(ofTwo)).toContain('--dataset 3 --criterion 1001 --criterion 1002 ');
  });

  it('are a workflow without the key itself', () => {
    expect(gateWorkflow(ofTwo)).toMatch(
      /url: https:\/\/t\.example\n +api-key: \$\{\{ secrets\.TRACEWELL_API_KEY \}\}\n +dataset: '3'\n +criteria: '1001 1002'$/,
    );
    expect(gateWorkflow(ofAll)).not.toContain('criteria');
  });
});
