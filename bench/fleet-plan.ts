// A plan for 1,000 accounts with 10,000 records a second, by simulation: how many processes and servers, what
// saturates first, and what happens while one of them is gone.
//   node bench/fleet-plan.ts [--print]
// The simulation follows the writer for a ClickHouse server step by step (fleet-plan/process.ts). Its constants
// are those of the code and of measurements (fleet-plan/constants.ts). The tables are written into
// docs/large-installations.md; `--print` only prints them.
import { measured } from './fleet-plan/constants.ts';
import { capacities, cases, constants, ladder, outages } from './fleet-plan/tables.ts';
import { fillIn } from './lib/page.ts';

const known = measured();
const texts = {
  'what a cell carries': capacities(known),
  'the two cases': cases(known),
  'what saturates first': ladder(known),
  'while something is gone': outages(known),
  'the constants': constants(known),
};
for (const [title, text] of Object.entries(texts)) console.log(`\n${title}\n\n${text}`);
if (!process.argv.includes('--print')) fillIn('docs/large-installations.md', texts);
