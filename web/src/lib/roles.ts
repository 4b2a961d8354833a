/** Roles of messages that tell the model how to behave; no person said them. */
export const isInstruction = (role: string): boolean => role === 'system' || role === 'developer';
