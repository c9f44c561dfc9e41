import { didYouMean } from '../nearest.js';
import { allOf, badExpression, type ExpressionContext, type Form, type Operation } from './expression.js';
import { inZone, isAfter, isoDate, type Moment, parseMoment, workingDays } from './moments.js';
import type { Scope } from './scope.js';

const HOUR = 3_600_000;

interface Span {
  ends(scope: Scope): readonly [Moment, Moment] | undefined;
}

function spanOf(between: Operation, at: string, context: ExpressionContext): Span | undefined {
  const from = context.compile(between['from'], { at: `${at}/from`, type: 'moment' });
  const to = context.compile(between['to'], { at: `${at}/to`, type: 'moment' });
  if (from === undefined || to === undefined) return undefined;
  return {
    ends(scope) {
      const [start, end] = [from, to].map(one => parseMoment(one.read(scope)));
      return start === undefined || end === undefined ? undefined : [start, end];
    }
  };
}

type ReadDay = (moment: Moment) => Moment;

/** Undefined, and reported, for a zone that nobody knows. */
function zoneOf(zone: string | undefined, at: string, context: ExpressionContext): ReadDay | undefined {
  if (zone === undefined) return moment => moment;
  const read = inZone(zone);
  return read ?? badExpression(`there is no time zone '${zone}'; one is Europe/Berlin`, at, context.report);
}

const days: Form = (text, { at }, context) => {
  const between = text['days'] as Operation;
  const span = spanOf(between, `${at}/days`, context);
  const local = zoneOf(between['zone'] as string | undefined, `${at}/days/zone`, context);
  const name = between['calendar'] as string | undefined;
  const calendar = name === undefined ? undefined : context.calendars.get(name);
  if (name !== undefined && calendar === undefined) {
    const near = didYouMean(name, context.calendars.keys());
    return badExpression(`no file of kind calendar is called '${name}'${near}`, `${at}/days/calendar`, context.report);
  }
  if (span === undefined || local === undefined) return undefined;
  return {
    type: 'integer',
    read(scope) {
      const [from, to] = span.ends(scope)?.map(local) ?? [];
      if (from === undefined || to === undefined) return null;
      return calendar === undefined ? to.day - from.day : workingDays(from.day, to.day, calendar);
    }
  };
};

/** A bare date has no hours. */
const hours: Form = (text, { at }, context) => {
  const span = spanOf(text['hours'] as Operation, `${at}/hours`, context);
  return (
    span && {
      type: 'integer',
      read(scope) {
        const [from, to] = span.ends(scope) ?? [];
        return from?.at === undefined || to?.at === undefined ? null : Math.floor((to.at - from.at) / HOUR);
      }
    }
  );
};

const date: Form = (text, { at }, context) => {
  const of = context.compile(text['date'], { at: `${at}/date`, type: 'moment' });
  const local = zoneOf(text['zone'] as string | undefined, `${at}/zone`, context);
  if (of === undefined || local === undefined) return undefined;
  return {
    type: 'date',
    read(scope) {
      const moment = parseMoment(of.read(scope));
      return moment === undefined ? null : isoDate(local(moment));
    }
  };
};

const after: Form = (text, { at }, context) => {
  const both = allOf(text['after'], { at: `${at}/after`, type: 'moment' }, context);
  return (
    both && {
      type: 'boolean',
      read(scope) {
        const [left, right] = both.map(one => parseMoment(one.read(scope)));
        return left === undefined || right === undefined ? null : isAfter(left, right);
      }
    }
  );
};

/** Days, hours, and what is earlier and later. */
export const TIMES: Readonly<Record<string, Form>> = { days, hours, date, after };
