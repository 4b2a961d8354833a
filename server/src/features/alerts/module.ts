import type { Module } from '#core/module';
import { alertsJob } from './check.job.ts';
import { alertEndpoints } from './endpoints.ts';
import { forgetGroup } from './groups-of-erased.ts';
import { alertExpiryJob } from './expire.job.ts';
import { deleteProjectAlerts } from './store.ts';

export const alertsModule: Module = {
  tag: { name: 'alerts', description: 'Rules that notify through channels, their firings and templates' },
  endpoints: alertEndpoints,
  jobs: [alertsJob, alertExpiryJob],
  hooks: {
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectAlerts(db, accountId, projectId),
    onErased: async (db, { id }, { projectId, userIds = [] }) => {
      for (const userId of userIds) await forgetGroup(db, id, projectId, userId);
    },
  },
};
