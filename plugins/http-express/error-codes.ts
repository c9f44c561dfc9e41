import type { ApiErrorCode } from '../../core/http/index.js';

// A record, so that a code added to the type and missing here does not compile.
const codes: Readonly<Record<ApiErrorCode, true>> = {
  validation_error: true,
  forbidden: true,
  not_found: true,
  method_not_allowed: true,
  conflict: true,
  request_too_large: true,
  unsupported_media_type: true,
  request_timeout: true,
  provider_error: true,
  internal_error: true,
  upstream_error: true,
  service_unavailable: true,
  no_server_available: true,
  upstream_timeout: true
};

/** The closed list of codes an error envelope can carry. */
export const ERROR_CODES = Object.keys(codes) as readonly ApiErrorCode[];
