import type { Module } from '#core/module';
import { mergedCallsOf } from './merged-calls.ts';
import { forgetMergedOfAccount, forgetMergedOfProject } from './store.ts';

export const mergedCallsModule: Module = {
  start: (services) => mergedCallsOf(services).start(),
  hooks: {
    onErased: (db, { id }) => forgetMergedOfAccount(db, id),
    onProjectRemoved: (db, { accountId, projectNumber }) =>
      forgetMergedOfProject(db, accountId, projectNumber),
  },
};
