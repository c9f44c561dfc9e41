// What a service offers over HTTP, whichever transport listens for it.
export { ApiError } from './errors.js';
export type { ApiErrorCode, ErrorEnvelope } from './errors.js';
export { HttpSite, SitePages } from './site.js';
export type {
  HttpMount,
  HttpOutcome,
  HttpPage,
  HttpReply,
  HttpRequest,
  HttpRoute,
  HttpStream,
  HttpStreamRoute
} from './site.js';
