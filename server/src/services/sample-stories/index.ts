// The texts of the sample data, and the recordings that the recorded model answers from.
export { RECORDED_MODELS, recordedAnswer, type RecordedMessage, type RecordedReply } from './recordings.ts';
export {
  CATALOG_ANSWER,
  CATALOG_QUESTION,
  CATALOG_SYSTEM,
  CHANGES,
  DIALOGUES,
  READABLE_QUEUE,
  READING_SYSTEM,
  REFUND_PROMPT,
  REFUND_TOOL,
  REFUNDS,
  RESEARCH_SYSTEM,
  REVIEW_SYSTEM,
  RIGHT_QUEUE,
  SAMPLE_PROMPTS,
  STUDIES,
  SUPPORT_SYSTEM,
  TICKETS,
  TRIAGE_SYSTEM,
} from './stories.ts';
