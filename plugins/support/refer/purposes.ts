import type { ReferenceFile } from './references-kind.js';
import type { Lists } from './words.js';

type Words = readonly string[];

/** The phrases of the file by what they are looked up for. */
export function purposes(file: ReferenceFile): Lists {
  const one = (list: Words): Readonly<Record<string, Words>> => ({ yes: list });
  const numbered = (lists: readonly Words[]): Readonly<Record<string, Words>> =>
    Object.fromEntries(lists.map((list, i) => [`${i}`, list]));
  const { numbers, things, places, everything, times, prices, exclusion, pieces, correction } = file;
  const { from_end, above, below, before, behind, not_after, numbered: placeNumber, not_before, ...ordinals } = places;
  return {
    announced_by: one(numbers.announced_by),
    ends_with: one(numbers.ends_with),
    not_after: one(numbers.not_after),
    not_before: one(numbers.not_before),
    street: one(numbers.street),
    linking: one(numbers.linking),
    count: Object.fromEntries(
      [...new Set(Object.values(file.counts))].map(count => [
        `${count}`,
        [`${count}`, ...Object.keys(file.counts).filter(word => file.counts[word] === count)]
      ])
    ),
    thing: { order: things.order, item: things.item, any: things.any },
    open_thing: { open: things.open },
    some_thing: one(things.some),
    goods_behind: one(file.goods.behind),
    which: one(things.which),
    single: one(things.single),
    article: one(file.articles),
    determiner: one(file.determiners),
    before_deeds: one(file.before_deeds),
    place: ordinals,
    from_end: one(from_end),
    neighbour: { above, below },
    clause: one(file.clauses),
    place_before: one(before),
    place_behind: one(behind),
    not_place: one(not_after),
    place_number: one(placeNumber),
    place_nouns: one(not_before),
    together: { both: everything.both, all: everything.all },
    whole: one(everything.whole),
    beside_whole: one(everything.beside_whole),
    entire: one(everything.entire),
    stands: one(everything.stands),
    all_but: one(everything.all_but),
    not_all: one(everything.not_after),
    other: one(file.other),
    rest: one(file.rest),
    pronoun: file.pronouns,
    status: numbered(file.statuses.map(({ words }) => words)),
    not: one(file.not),
    asking: one(file.asking),
    relative: one(file.relative),
    relative_pronoun: one(file.relative_pronouns),
    relating: one(file.relating),
    event: times.event,
    event_thing: times.event_things,
    since_that: times.since_that,
    coming: one(times.coming),
    from: one(times.from),
    age: times.age,
    day: times.day,
    ago: one(times.ago),
    unit: times.units,
    this_or_last: times.week_or_month,
    weekday: numbered(times.weekdays),
    month: numbered(times.months),
    few: one(times.few),
    age_or_place: one(times.age_or_place),
    currency: one(prices.currency),
    price_before: one(prices.before),
    extreme: Object.fromEntries(
      Object.entries(file.extremes).flatMap(([field, { most, least }]) => [
        [`${field} most`, most],
        [`${field} least`, least]
      ])
    ),
    holding: one(file.contents.holding),
    many: { several: file.contents.several },
    inside: one(file.contents.inside),
    exclusion: one(exclusion.words),
    after_all: one(exclusion.after_all),
    leaves_wish: one(exclusion.of_wishes),
    not_excluding: one(exclusion.not_behind),
    stays: one(exclusion.behind),
    leaving: one(exclusion.leaving),
    left: one(exclusion.left),
    listing: one(file.joining.and),
    also: one(file.joining.also),
    beside: one(file.joining.beside),
    praise: one(file.joining.praise),
    wishing: one(pieces.wishing),
    pieces: one(pieces.counted),
    alone: one(pieces.alone),
    count_link: one(pieces.linking),
    uncounted: one(pieces.uncounted),
    correction_opening: one(correction.opening),
    correction: one(correction.anywhere),
    correction_filler: one(correction.between)
  };
}
