import { Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });

export const Attention = Type.Object(
  {
    approvals: { ...Count, description: 'Agent steps that wait for approval.' },
    findings: { ...Count, description: 'Open findings of the guardian.' },
    alerts: {
      ...Count,
      description: 'Alerts whose condition holds now, without silenced and disabled ones.',
    },
    mentions: { ...Count, description: 'Unread comments that mention the caller; 0 for a key.' },
  },
  { title: 'Attention' },
);
