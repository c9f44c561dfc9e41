import { add, Command, definePlugin, type DocumentKind, loadService } from '../../../../core/index.js';
import { ToolHandler } from '../../../../core/tools/index.js';

interface ShopHours {
  readonly shop: string;
  readonly opens: string;
  readonly closes: string;
}

const time = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };

/** `policies/shop-hours/*.yaml`: one shop a file. */
const ShopHoursKind: DocumentKind<ShopHours> = {
  id: 'shop-hours',
  version: 1,
  folder: 'policies/shop-hours',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'shop', 'opens', 'closes'],
    properties: {
      kind: { const: 'shop-hours' },
      version: { const: 1 },
      shop: { type: 'string', minLength: 1, description: 'How customers call the shop.' },
      opens: time,
      closes: time
    }
  },
  nameOf: content => content.shop,
  compile({ shop, opens, closes }, report) {
    if (closes <= opens)
      report('/closes', 'closes_too_early', `the shop closes at ${closes}, before it opens at ${opens}`);
    return { shop, opens, closes };
  }
};

/** Tells when the shop that a definition names is open. The caller chooses nothing. */
const shopHours: ToolHandler = {
  name: 'shop.hours',
  configuration: {
    type: 'object',
    additionalProperties: false,
    required: ['shop'],
    properties: { shop: { type: 'string' } }
  },
  bind:
    ({ shop }: { shop: string }) =>
    async (_arguments, { documents }) => {
      const hours = documents.of(ShopHoursKind).find(({ value }) => value.shop === shop);
      return { records: hours === undefined ? [] : [{ name: 'hours', fields: { ...hours.value } }] };
    }
};

/** `bylaw hours list`: reads the checked files and starts nothing. */
const hoursList: Command = {
  name: 'hours list',
  summary: 'Lists when each shop is open',
  usage: '[--json]',
  example: 'bylaw hours list --root our-shop',
  options: { json: { type: 'boolean', meaning: 'print JSON for machines' } },
  load: async () => async context => {
    const shops = (await loadService(context, 'support')).of(ShopHoursKind).map(({ value }) => value);
    if (context.options['json'] === true) context.out(JSON.stringify(shops));
    else for (const { shop, opens, closes } of shops) context.out(`${shop}: ${opens} to ${closes}`);
    return 0;
  }
};

export default definePlugin()({
  name: 'shop-hours',
  version: '1.0.0',
  contract: 1,
  kinds: [ShopHoursKind],
  adds: [add(ToolHandler, shopHours), add(Command, hoursList)],
  needs: {},
  provides: [],
  start() {}
});
