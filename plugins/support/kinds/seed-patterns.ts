/** The forms that identifiers and money take in seed files, as JSON Schema patterns. */
export const TENANT = '^[a-z][a-z0-9-]*$';
export const CUSTOMER_ID = '^cus_[a-z0-9]+$';
export const ORDER_ID = '^ORD-[0-9]{4,10}$';
/** An amount of money: a string, so that it stays exact, with two decimal places. */
export const MONEY = '^(?:0|[1-9][0-9]{0,8})\\.[0-9]{2}$';
