import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpPage, HttpSite } from '../../core/http/index.js';
import { apiHeaders, JSON_TYPE, pageHeaders, withHeaders } from './headers.js';
import type { Exchange } from './exchange.js';
import { openApi } from './openapi.js';
import type { Page } from './router.js';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** `/openapi.json`, and `/docs` with the files it loads: all from this server, so that it works offline. */
export function sitePages(site: HttpSite): readonly Page[] {
  const document = Buffer.from(JSON.stringify(openApi(site)));
  return [
    { path: '/openapi.json', serve: exchange => exchange.page(JSON_TYPE, document, apiHeaders) },
    ...(isInstalled ? interactive(site.title) : [text('/docs', HTML, withoutPackage)]),
    ...(site.pages ?? []).map(file)
  ];
}

/** Where a file of the package lies. Throws where it is not installed. */
const installed = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

const isInstalled = (() => {
  try {
    return installed('swagger-ui.css') !== '';
  } catch {
    return false;
  }
})();

/** What `/docs` says where its package was left out. */
const withoutPackage =
  '<!doctype html><html lang="en"><title>API</title><p>This page needs a package: <code>npm install swagger-ui-dist</code>. ' +
  'The description itself is at <a href="openapi.json">openapi.json</a>.</p></html>';

const interactive = (title: string): readonly Page[] => [
  text('/docs', HTML, docsHtml(title)),
  text('/docs/start.js', SCRIPT, startScript),
  documentationFile('swagger-ui-bundle.js', SCRIPT),
  documentationFile('swagger-ui.css', STYLE),
  documentationFile('favicon-32x32.png', 'image/png')
];

function text(path: string, type: string, content: string): Page {
  const body = Buffer.from(content);
  return { path, serve: exchange => exchange.page(type, body, pageHeaders) };
}

const documentationFile = (name: string, type: string) =>
  file({
    path: `/docs/${name}`,
    type,
    load: () => readFile(installed(name))
  });

/** Read and compressed when first asked for, then kept: most servers never show a page. */
function file({ path, type, open, load, revision }: HttpPage): Page {
  let content: Promise<Content> | undefined;
  let of: string | undefined;
  return {
    path,
    ...(open === undefined ? {} : { open }),
    serve: async exchange => {
      const now = revision?.();
      if (content === undefined || of !== now) content = load().then(contentOf);
      of = now;
      await serveContent(exchange, type, await content);
    }
  };
}

interface Content {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

const zip = promisify(gzip);

const contentOf = async (plain: Buffer): Promise<Content> => ({
  plain,
  zipped: await zip(plain, { level: 9 }),
  etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
});

/** A browser asks each time whether its copy is still the one, so that files of one page are never of two releases. */
async function serveContent(exchange: Exchange, type: string, { plain, zipped, etag }: Content): Promise<void> {
  const { headers } = exchange.request;
  const tells = { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  if (headers['if-none-match']?.includes(etag) === true) return await exchange.unchanged(tells);
  const takesZip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) && zipped.length < plain.length;
  const encoded: Readonly<Record<string, string>> = takesZip ? { ...tells, 'Content-Encoding': 'gzip' } : tells;
  await exchange.page(type, takesZip ? zipped : plain, withHeaders(pageHeaders, encoded));
}

const escaped = (value: string) => value.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);

// Relative addresses, so that the page also works behind a path prefix.
const docsHtml = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

// Without the standalone preset and the validator, the page asks no other server for anything.
const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null
});
`;
