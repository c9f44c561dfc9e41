import type { ApiErrorCode, HttpSite } from '../../core/http/index.js';

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
  rate_limited: true,
  provider_error: true,
  internal_error: true,
  upstream_error: true,
  service_unavailable: true,
  no_server_available: true,
  upstream_timeout: true
};

/** The closed list of codes an error envelope can carry. */
const ERROR_CODES = Object.keys(codes) as readonly ApiErrorCode[];

type HttpRoute = HttpSite['routes'][number];

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Status to what an error of it means. The name is that of the shared response in the document. */
const sharedErrors: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: { name: 'BadRequest', description: 'The input breaks a documented rule, or is not JSON.' },
  403: { name: 'Forbidden', description: 'The credential is missing, wrong, or lacks a scope.' },
  404: { name: 'NotFound', description: 'The resource does not exist or is not accessible to this caller.' },
  413: { name: 'RequestTooLarge', description: 'The request body is larger than the limit.' },
  415: { name: 'UnsupportedMediaType', description: 'The request body is not application/json in UTF-8.' },
  422: { name: 'Unprocessable', description: 'The body or the query string does not match the schema.' },
  500: { name: 'InternalError', description: 'An unexpected error, logged in full.' },
  503: { name: 'ServiceUnavailable', description: 'A dependency of the service cannot be reached.' }
};

const requestId = {
  description: 'Names the request in logs and audit events; taken from the request where it sends a sane one.',
  schema: { type: 'string' }
};

const envelope = {
  type: 'object',
  required: ['code', 'message', 'request_id', 'detail'],
  properties: {
    code: { type: 'string', enum: ERROR_CODES },
    message: { type: 'string' },
    request_id: { type: 'string' },
    detail: {
      type: 'object',
      description: 'For `validation_error`: the fields at fault and the rules they break, never a submitted value.',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'rule'],
            properties: { field: { type: 'string' }, rule: { type: 'string' } }
          }
        }
      }
    }
  }
};

/** The OpenAPI 3.1 document of a site, from the very schemas its requests are validated with. */
export function openApi(site: HttpSite): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of site.routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return {
    openapi: '3.1.0',
    info: { title: site.title, version: site.version, description: site.description },
    tags: [...new Set(site.routes.map(route => route.tag))].map(name => ({ name })),
    security: [{ ApiKey: [] }, { Bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        Bearer: { type: 'http', scheme: 'bearer' }
      },
      headers: { RequestId: requestId },
      responses: Object.fromEntries(
        Object.values(sharedErrors).map(({ name, description }) => [
          name,
          answer(description, ref('schemas', 'ErrorEnvelope'))
        ])
      ),
      schemas: { ErrorEnvelope: envelope, ...site.schemas }
    }
  };
}

function operation(route: HttpRoute): object {
  const own = Object.entries(route.replies).map(([status, { description, schema, text }]) => [
    status,
    answer(description, schema, text)
  ]);
  const shared = errorsOf(route)
    .filter(status => route.replies[status] === undefined)
    .map(status => [status, ref('responses', (sharedErrors[status] as { name: string }).name)]);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(route.open ? { security: [] } : {}),
    parameters: parameters(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: route.body.required, content: { 'application/json': { schema: route.body.schema } } }
        }),
    responses: Object.fromEntries([...own, ...shared]) as object
  };
}

function errorsOf(route: HttpRoute): readonly number[] {
  return [
    400,
    ...(route.open ? [] : [403, 503]),
    ...(route.path.includes('{') ? [404] : []),
    ...(route.body === undefined ? [] : [413, 415]),
    422,
    500
  ];
}

function parameters({ path, query = {}, requestHeaders = {} }: HttpRoute): readonly object[] {
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  const text = { type: 'string' };
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema
    })),
    ...Object.entries(requestHeaders).map(([name, { description }]) => ({
      name,
      in: 'header',
      description,
      schema: text
    })),
    { name: 'X-Request-ID', in: 'header', description: requestId.description, schema: text }
  ];
}

function answer(description: string, schema: object | undefined, text?: string): object {
  return {
    description,
    headers: { 'X-Request-ID': ref('headers', 'RequestId') },
    ...(schema === undefined
      ? {}
      : {
          content: {
            'application/json': { schema },
            ...(text === undefined ? {} : { [text]: { schema: { type: 'string' } } })
          }
        })
  };
}
