import { endpoint } from '#core/endpoint';
import { getAssessment, listAssessments } from './list.ts';
import { scanBatch } from './scan-batch.ts';
import {
  AssessmentList,
  AssessmentParams,
  AssessmentQuery,
  SafetyAssessment,
  ScanCounts,
  ScanOrder,
} from './schemas.ts';

const tag = 'safety';

export const safetyEndpoints = [
  endpoint({
    id: 'listSafetyAssessments',
    method: 'GET',
    path: '/v1/safety-assessments',
    tag,
    summary: 'List safety assessments',
    description: 'Newest first, for one call or for all calls.',
    access: { scope: 'read' },
    project: 'scoped',
    query: AssessmentQuery,
    replies: { 200: AssessmentList },
    handle: (ctx, { query }) => listAssessments(ctx, query),
  }),
  endpoint({
    id: 'scanSafetyBatch',
    method: 'POST',
    path: '/v1/safety-assessments/scan-batch',
    tag,
    summary: 'Classify the newest calls now',
    description:
      'Sends calls without an assessment to a third-party moderation classifier; calls of evaluation runs are skipped. API keys only. Needs plaintext ' +
      'storage (403 `plaintext_disabled`), the AI-helper consent (403 `consent_required`) and an active subscription (403 `subscription_canceled`). ' +
      'Without a classifier, the answer is a 503 `classifier_unavailable`. Limited to 30 requests a minute.',
    access: { scope: 'write', plan: 'pro', credential: 'bearer' },
    project: 'scoped',
    body: ScanOrder,
    bodyOptional: true,
    replies: { 200: ScanCounts },
    errors: [429, 503],
    audit: 'safety.scan_batch_run',
    handle: (ctx, { body, signal }) => scanBatch(ctx, body, signal),
  }),
  endpoint({
    id: 'getSafetyAssessment',
    method: 'GET',
    path: '/v1/safety-assessments/{id}',
    tag,
    summary: 'Get an assessment',
    access: { scope: 'read' },
    project: 'scoped',
    params: AssessmentParams,
    replies: { 200: SafetyAssessment },
    handle: (ctx, { params }) => getAssessment(ctx, params.id),
  }),
];
