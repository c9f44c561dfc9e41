import type { IncomingMessage } from 'node:http';

const gmt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19);

const order = (id: number, customer_id: number) => ({
  id,
  number: String(id),
  status: 'completed',
  currency: 'USD',
  customer_id,
  date_created_gmt: gmt(9),
  date_modified_gmt: gmt(3),
  date_completed_gmt: gmt(7),
  date_paid_gmt: gmt(9),
  total: '60.00',
  total_tax: '6.00',
  shipping_total: '4.00',
  shipping_tax: '0.00',
  payment_method: 'stripe',
  payment_method_title: 'Card',
  meta_data: [{ id: 1, key: 'delivered_at', value: `${gmt(5)}Z` }],
  line_items: [
    {
      id: 11,
      name: 'Copper kettle',
      quantity: 1,
      subtotal: '40.00',
      subtotal_tax: '6.00',
      total: '30.00',
      total_tax: '6.00'
    },
    {
      id: 12,
      name: 'Linen apron',
      quantity: 1,
      subtotal: '20.00',
      subtotal_tax: '0.00',
      total: '20.00',
      total_tax: '0.00'
    }
  ],
  refunds: [{ id: 900, reason: '', total: '-20.00' }]
});
const CUSTOMER = {
  id: 25,
  date_created_gmt: gmt(400),
  email: 'rosa@example.com',
  first_name: 'Rosa',
  last_name: 'Marsh',
  username: 'rosa',
  billing: { phone: '' }
};
const REFUND = {
  id: 900,
  line_items: [{ id: 99, quantity: -1, meta_data: [{ id: 2, key: '_refunded_item_id', value: '12' }] }]
};

/** The part of the REST API v3 that the definitions ask. */
export function wooCommerceAnswer({ url = '', method, headers }: IncomingMessage) {
  const key = Buffer.from('ck_test:cs_test').toString('base64');
  if (headers.authorization !== `Basic ${key}`) return { status: 401, json: { code: 'woocommerce_rest_cannot_view' } };
  const { pathname, searchParams } = new URL(url, 'http://shop');
  const path = pathname.replace('/wp-json/wc/v3', '');
  const none = { status: 404, json: { code: 'woocommerce_rest_shop_order_invalid_id' } };
  if (method !== 'GET') return none;
  if (path === '/customers')
    return { status: 200, json: searchParams.get('email') === CUSTOMER.email ? [CUSTOMER] : [] };
  if (path === '/customers/25') return { status: 200, json: CUSTOMER };
  if (path === '/orders') {
    if (searchParams.get('customer') !== '25') return { status: 200, json: [order(728, 26)] };
    const lantern = {
      ...order(626, 25),
      line_items: [{ ...order(626, 25).line_items[1]!, id: 31, name: 'Brass lantern' }]
    };
    // A full page of 25, and one more on the next.
    const full = Array.from({ length: 25 }, (_, i) =>
      i === 0 ? order(727, 25) : { ...order(700 - i, 25), line_items: [], refunds: [] }
    );
    return { status: 200, json: searchParams.get('page') === '2' ? [lantern] : full };
  }
  if (path === '/orders/727') return { status: 200, json: order(727, 25) };
  if (path === '/orders/728') return { status: 200, json: order(728, 26) };
  return path.endsWith('/refunds') && path !== '/orders/555/refunds' ? { status: 200, json: [REFUND] } : none;
}
