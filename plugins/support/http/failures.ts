import { ApiError } from '../../../core/http/index.js';

export const notFound = () => new ApiError(404, 'not_found', 'There is no such resource.');

/** What was sent breaks a rule; the message names field and rule, and never what was sent. */
export const broken = (field: string, rule: string) =>
  new ApiError(400, 'validation_error', `${field} breaks a rule: ${rule}.`, { fields: [{ field, rule }] });
