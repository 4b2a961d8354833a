import type { Module } from '#core/module';
import { dashboardEndpoints } from './endpoints.ts';
import { addSampleDashboard, removeSampleDashboard } from './sample.ts';

export const dashboardsModule: Module = {
  tag: { name: 'dashboards', description: 'Charts of your choice, shared in the account' },
  endpoints: dashboardEndpoints,
  hooks: { onSampleLoaded: addSampleDashboard, onProjectRemoved: removeSampleDashboard },
};
