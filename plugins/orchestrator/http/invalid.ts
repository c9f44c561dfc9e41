import { ApiError } from '../../../core/http/index.js';

/** The refusal of one field of a body, by a rule that its schema cannot say. */
export const invalid = (field: string, rule: string, message: string): ApiError =>
  new ApiError(422, 'validation_error', message, { fields: [{ field, rule }] });
