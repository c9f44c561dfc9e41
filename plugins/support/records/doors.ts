import type { ValidateFunction } from 'ajv/dist/2020.js';
import {
  ajvPackage,
  type Assembly,
  type DocumentSet,
  type SchemaProblem,
  schemaProblems,
  type SetReport
} from '../../../core/index.js';
import { checkLines, orderTotal } from '../kinds/check-order.js';
import {
  attributesSchema,
  type DeclaredAttributes,
  RECORD_PARTS,
  type Attribute,
  type Attributes,
  RecordAttributesKind,
  type RecordPart
} from '../kinds/record-attributes.js';
import { customerSchema, orderSchema } from './record-schemas.js';
import type { Customer, Order } from './types.js';

/** A record that may come in, or everything that is wrong with it; the sentences repeat no value. */
export type AdmittedRecord<T> = { readonly record: T } | { readonly problems: readonly SchemaProblem[] };

/** What every record passes on its way in: pushed, imported, read live or seeded. */
export interface RecordDoors {
  readonly declared: DeclaredAttributes;
  /** What is wrong with the attributes of a customer, an order or a line. */
  attributes(part: RecordPart, given: unknown): readonly SchemaProblem[];
  /** Fills in what may be left out. The value may be changed. */
  customer(tenant: string, value: unknown): AdmittedRecord<Customer>;
  order(tenant: string, value: unknown): AdmittedRecord<Order>;
}

export const RecordDoorsAssembly: Assembly<RecordDoors> = {
  id: 'record-doors',
  kinds: [RecordAttributesKind],
  build: (set, report) => doorsFor(declaredIn(set, report))
};

function declaredIn(set: DocumentSet, report: SetReport): DeclaredAttributes {
  const all: Record<RecordPart, Record<string, Attribute>> = { customer: {}, order: {}, line: {} };
  for (const { source, value } of set.of(RecordAttributesKind))
    for (const part of RECORD_PARTS)
      for (const [name, attribute] of Object.entries(value[part])) {
        if (Object.hasOwn(all[part], name))
          report(source, `/${part}/${name}`, 'duplicate_name', `another file declares the ${part}'s '${name}' too`);
        all[part][name] = attribute;
      }
  return all;
}

function doorsFor(declared: DeclaredAttributes): RecordDoors {
  const validators = new Map<string, ValidateFunction>();
  const check = (name: string, schema: () => object, value: unknown): readonly SchemaProblem[] => {
    let validate = validators.get(name);
    if (validate === undefined) {
      const { Ajv2020 } = ajvPackage();
      const ajv = new Ajv2020({
        allErrors: true,
        verbose: true,
        strict: true,
        allowUnionTypes: true,
        useDefaults: true,
        validateSchema: false
      });
      validators.set(name, (validate = ajv.compile(schema())));
    }
    return validate(value) ? [] : schemaProblems(validate.errors, name);
  };
  return {
    declared,
    attributes: (part, given) => [
      ...check(`attributes of the ${part}`, () => attributesSchema(declared[part]), given),
      ...noDays(declared[part], given as Attributes, '')
    ],
    customer(tenant, value) {
      const problems = [...check('the customer', () => customerSchema(declared), value)];
      if (problems.length > 0) return { problems };
      const { refunds, ...customer } = value as Customer;
      problems.push(...noDays(declared.customer, customer.attributes, '/attributes'));
      if (problems.length > 0) return { problems };
      return moments({ ...customer, tenant, email: customer.email.toLowerCase() }, ['created_at'], record => ({
        ...record,
        refunds: refunds.map(refund => ({ ...refund, refunded_at: utc(refund.refunded_at) ?? refund.refunded_at }))
      }));
    },
    order(tenant, value) {
      const problems = [...check('the order', () => orderSchema(declared), value)];
      if (problems.length > 0) return { problems };
      const order = value as Order;
      checkLines(order, (pointer, _code, message) => problems.push({ pointer, message }));
      problems.push(...noDays(declared.order, order.attributes, '/attributes'));
      order.lines.forEach(({ attributes }, i) =>
        problems.push(...noDays(declared.line, attributes, `/lines/${i}/attributes`))
      );
      if (problems.length > 0) return { problems };
      const whole = { ...order, tenant, total: order.total ?? orderTotal(order) };
      return moments(whole, ['ordered_at', 'shipped_at', 'delivered_at'], record => record);
    }
  };
}

/** Attributes that are written like days, and name none that there is: 30 February. */
const noDays = (
  declared: Readonly<Record<string, Attribute>>,
  given: Attributes | null | undefined,
  pointer: string
): readonly SchemaProblem[] =>
  Object.entries(given ?? {}).flatMap(([name, value]) =>
    declared[name]?.type !== 'date' || utc(String(value))?.startsWith(String(value)) === true
      ? []
      : [
          {
            pointer: `${pointer}/${name}`,
            message: `${[...pointer.split('/').slice(1), name].join('.')} is no day that there is`
          }
        ]
  );

/** Brings moments to UTC; `at` is what they are called. */
function moments<T extends object>(
  record: T,
  at: readonly (keyof T & string)[],
  finish: (record: T) => any
): AdmittedRecord<any> {
  const problems: SchemaProblem[] = [];
  const changes: Record<string, string> = {};
  for (const name of at) {
    const text = record[name] as string | null | undefined;
    if (text === null || text === undefined) continue;
    const moment = utc(text);
    if (moment === undefined) problems.push({ pointer: `/${name}`, message: `${name} is no moment that there is` });
    else changes[name] = moment;
  }
  return problems.length > 0 ? { problems } : { record: finish({ ...record, ...changes }) };
}

function utc(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
