import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { expectError, expectStandardHeaders } from './expectations.js';
import { send } from './raw-client.js';
import { startSite, type Running } from './test-site.js';

/** What an OpenAPI 3.1 document must look like, as far as this project makes use of it. */
const shape = {
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components', 'security', 'tags'],
  properties: {
    openapi: { const: '3.1.0' },
    info: { type: 'object', required: ['title', 'version', 'description'] },
    security: { const: [{ ApiKey: [] }, { Bearer: [] }] },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/' },
      additionalProperties: {
        type: 'object',
        propertyNames: { enum: ['get', 'post', 'put', 'delete'] },
        additionalProperties: {
          type: 'object',
          required: ['operationId', 'summary', 'tags', 'parameters', 'responses'],
          additionalProperties: false,
          properties: {
            operationId: { type: 'string', pattern: '^\\w+$' },
            summary: { type: 'string', minLength: 1 },
            tags: { type: 'array', minItems: 1, items: { type: 'string' } },
            security: { const: [] },
            requestBody: { type: 'object', required: ['required', 'content'] },
            parameters: {
              type: 'array',
              items: {
                type: 'object',
                required: ['name', 'in', 'schema'],
                oneOf: [
                  { properties: { in: { const: 'path' }, required: { const: true } }, required: ['required'] },
                  { properties: { in: { enum: ['query', 'header'] } } }
                ]
              }
            },
            responses: {
              type: 'object',
              minProperties: 1,
              propertyNames: { pattern: '^[1-5]\\d\\d$' },
              additionalProperties: {
                type: 'object',
                anyOf: [{ required: ['$ref'] }, { required: ['description', 'headers'] }]
              }
            }
          }
        }
      }
    },
    components: {
      type: 'object',
      required: ['securitySchemes', 'responses', 'schemas', 'headers'],
      properties: {
        securitySchemes: {
          const: {
            ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
            Bearer: { type: 'http', scheme: 'bearer' }
          }
        }
      }
    }
  }
};

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [item as string] : references(item)));
}

const resolve = (document: any, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key], document);

describe('http-express: documentation', () => {
  let site: Running;
  const get = (path: string, key?: string) =>
    send(site.port, 'GET', path, undefined, key === undefined ? {} : { 'X-API-Key': key });
  beforeEach(async () => (site = await startSite()));
  afterEach(() => site.stop());

  it('is an OpenAPI document of every route', async () => {
    const answer = await get('/openapi.json');
    expectStandardHeaders(answer);
    const document = answer.json();
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(shape);
    expect(validate(document), JSON.stringify(validate.errors)).to.equal(true);
    const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`)
    );
    expect(operations).to.have.members(site.site.routes.map(({ method, path }) => `${method} ${path}`));
    expect(references(document)).to.have.length.above(0);
    for (const ref of references(document)) expect(resolve(document, ref), ref).to.be.an('object');
  });

  it('declares parameters, bodies, credentials and errors of a route', async () => {
    const { paths } = (await get('/openapi.json')).json();
    expect(paths['/healthz'].get.security).to.deep.equal([]);
    expect(paths['/v1/things/{id}'].get.parameters[0]).to.deep.equal({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string' }
    });
    expect(paths['/v1/things'].get.parameters.map(({ name }: { name: string }) => name)).to.deep.equal([
      'limit',
      'all',
      'X-Request-ID'
    ]);
    expect(paths['/v1/things'].post.requestBody.required).to.equal(false);
    const { responses } = paths['/v1/echo'].post;
    expect(responses).to.have.all.keys('200', '400', '403', '413', '415', '422', '500', '503');
    expect(responses['413']).to.deep.equal({ $ref: '#/components/responses/RequestTooLarge' });
  });

  it('describes the errors that are really answered', async () => {
    const { components } = (await get('/openapi.json')).json();
    const ajv = new Ajv2020({ strict: true });
    formats.default(ajv);
    const validate = ajv.compile(components.schemas.ErrorEnvelope);
    for (const [method, path, body] of [
      ['GET', '/nowhere'],
      ['PUT', '/v1/echo'],
      ['POST', '/v1/echo', '{}'],
      ['POST', '/v1/fail/defect']
    ] as const)
      expect(validate((await send(site.port, method, path, body)).json()), `${method} ${path}`).to.equal(true);
  });

  it('is a page that loads only from this server, under a strict policy', async () => {
    const page = await get('/docs');
    expect(page.status).to.equal(200);
    expect(page.headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer'
    });
    expect(page.headers).to.include.keys('x-request-id');
    const policy = page.headers['content-security-policy'] as string;
    expect(policy).to.contain("script-src 'self'").and.contain("frame-ancestors 'none'").and.not.contain('unsafe');
    expect(page.body)
      .to.contain('<title>Test &#60;site&#62;</title>')
      .and.not.match(/<script>|<style|style=|\son\w+=|https?:/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => `/${address}`);
    expect(files).to.have.length(4);
    for (const file of files) {
      const answer = await get(file);
      expect(answer.status, file).to.equal(200);
      expect(answer.body, file).to.not.equal('');
      expect(answer.headers['content-security-policy']).to.equal(policy);
    }
    const start = await get('/docs/start.js');
    expect(start.headers['content-type']).to.equal('text/javascript; charset=utf-8');
    expect(start.body).to.contain("url: 'openapi.json'").and.contain('validatorUrl: null');
  });

  it('stands behind the credential, and serves its own files only', async () => {
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.json'])
      expectError(await get(path, 'wrong'), 403, 'forbidden');
    for (const path of ['/docs/', '/docs/package.json', '/docs/..%2fpackage.json', '/docs/../package.json'])
      expectError(await get(path), 404, 'not_found');
    expectError(await send(site.port, 'POST', '/docs'), 405, 'method_not_allowed');
    await get('/docs');
    expect(site.outcomes.at(-1)).to.include({ route: '/docs', status: 200, caller: 'tenant-1' });
  });

  it('is open where the site says so, and then not recorded', async () => {
    const open = await startSite({ publicDocs: true });
    try {
      for (const path of ['/docs', '/docs/swagger-ui.css', '/openapi.json'])
        expect((await send(open.port, 'GET', path, undefined, { 'X-API-Key': undefined })).status).to.equal(200);
      expectError(await send(open.port, 'GET', '/v1/things', undefined, { 'X-API-Key': undefined }), 403, 'forbidden');
      expect(open.outcomes.map(({ route }) => route)).to.deep.equal(['unmatched']);
    } finally {
      await open.stop();
    }
  });
});
