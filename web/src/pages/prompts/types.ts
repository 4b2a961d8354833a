import type { Schemas } from '#api';

export type Prompt = Schemas['Prompt'];
export type Deployment = Schemas['PromptDeployment'];
export type PromptName = Schemas['PromptName'];
