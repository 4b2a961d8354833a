#!/usr/bin/env node
import { runClient } from './program.ts';

await runClient();
