import { LOG_LEVELS } from './log.js';

/** Settings every service has. */
export const LOG_SECTION = {
  observability: {
    log_level: { type: 'string', enum: LOG_LEVELS, default: 'info', meaning: 'least severe level that is logged' },
    log_format: {
      type: 'string',
      enum: ['json', 'text'],
      default: 'json',
      meaning: 'one JSON object per line, or text for people'
    }
  }
} as const;
