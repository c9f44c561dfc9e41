import type { IncomingMessage } from 'node:http';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace(/[.]\d+Z$/, 'Z');
const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
const CUSTOMER = 'gid://shopify/Customer/207119551';

const line = (id: string, name: string) => ({
  id: `gid://shopify/LineItem/${id}`,
  name,
  quantity: 1,
  isGiftCard: false,
  vendor: null,
  originalUnitPriceSet: money('20.0'),
  discountedUnitPriceAfterAllDiscountsSet: money('20.0'),
  taxLines: [],
  product: null
});

const order = (name: string, id: number) => ({
  id: `gid://shopify/Order/${id}`,
  name: `#${name}`,
  createdAt: daysAgo(9),
  cancelledAt: null,
  displayFulfillmentStatus: 'FULFILLED',
  displayFinancialStatus: 'PARTIALLY_REFUNDED',
  currencyCode: 'USD',
  taxesIncluded: false,
  paymentGatewayNames: ['shopify_payments'],
  tags: ['wholesale'],
  totalPriceSet: money('60.0'),
  totalShippingPriceSet: money('4.0'),
  disputes: [],
  fulfillments: [
    {
      createdAt: daysAgo(7),
      deliveredAt: daysAgo(5),
      estimatedDeliveryAt: daysAgo(4),
      trackingInfo: [{ company: 'Northline', number: 'NL1' }]
    }
  ],
  refunds: [
    {
      createdAt: daysAgo(3),
      totalRefundedSet: money('20.0'),
      refundLineItems: {
        nodes: [{ quantity: 1, restockType: 'RETURN', lineItem: { id: 'gid://shopify/LineItem/12' } }]
      }
    }
  ],
  lineItems: {
    nodes: [
      {
        id: 'gid://shopify/LineItem/11',
        name: 'Copper kettle',
        quantity: 1,
        isGiftCard: false,
        vendor: 'Marsh & Sons',
        originalUnitPriceSet: money('40.0'),
        discountedUnitPriceAfterAllDiscountsSet: money('30.0'),
        taxLines: [{ priceSet: money('4.0') }, { priceSet: money('2.0') }],
        product: { productType: 'Kitchen', tags: [] }
      },
      line('12', 'Linen apron')
    ]
  }
});

/** The part of the GraphQL Admin API 2025-10 that the definitions ask. It answers whole objects, chosen by the query's root. */
export function shopifyAnswer({ url, method, headers }: IncomingMessage, body: string) {
  if (headers['x-shopify-access-token'] !== 'shpat_test') return { status: 401, json: { errors: 'Invalid API key' } };
  if (method !== 'POST' || url !== '/admin/api/2025-10/graphql.json') return { status: 404 };
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, string | null> };
  if (query.includes('customerByIdentifier')) {
    const known = variables['email'] === 'rosa@example.com';
    const customer = { id: CUSTOMER, defaultEmailAddress: { emailAddress: 'rosa@example.com' } };
    return { status: 200, json: { data: { customerByIdentifier: known ? customer : null } } };
  }
  if (variables['id'] !== CUSTOMER) return { status: 200, json: { data: { customer: null } } };
  // The search finds names that begin alike.
  const wanted = /^name:(.*)$/.exec(variables['name'] ?? '')?.[1];
  const first = order('1001', 1);
  const nodes = [first, order('10010', 2), order('1003', 3)].filter(each => each.name.startsWith(`#${wanted}`));
  // The list comes in two pages.
  const rest = variables['after'] === 'page-2';
  const pageInfo = { hasNextPage: wanted === undefined && !rest, endCursor: 'page-2' };
  const listed = rest ? [{ ...order('1003', 3), lineItems: { nodes: [line('31', 'Brass lantern')] } }] : [first];
  const customer = {
    id: CUSTOMER,
    displayName: 'Rosa Marsh',
    createdAt: daysAgo(400),
    tags: ['vip'],
    defaultEmailAddress: { emailAddress: 'rosa@example.com' },
    defaultPhoneNumber: null,
    orders: { pageInfo, nodes: wanted === undefined ? listed : nodes }
  };
  return { status: 200, json: { data: { customer } } };
}
