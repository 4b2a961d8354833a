import type { Schemas } from '#api';

export type PromptData = Schemas['Prompt'];
export type DeploymentData = Schemas['PromptDeployment'];
export type PromptNameData = Schemas['PromptName'];
