/** What differs from day to day and from file version to file version is compared by its form. */
function normalised(text: string): string {
  return text
    .replace(/\b[0-9a-f]{12}\b/g, 'REVISION')
    .replace(/\s+/g, '')
    .replace(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}/g, '$1_ID')
    .replace(/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replace(/(\.yaml):\d+(:\d+)?/g, '$1:N')
    .replace(/(\(?\bline"?:?)\d+/g, '$1N')
    .replace(/("(?:at_ms|duration_ms|line|weight|confidence)":)[\d.]+/g, '$1N')
    .replace(/\d+(files|articles)/g, 'N$1');
}

/**
 * The shown pieces that were not printed in this order. White space does not count; `…` stands for anything,
 * a trailing comma or none for either.
 */
export function missingIn(shown: readonly string[], printed: string): readonly string[] {
  const text = normalised(printed);
  let at = 0;
  return shown
    .flatMap(line => line.split('…'))
    .map(piece => normalised(piece).replace(/,$/, ''))
    .filter(piece => {
      const found = text.indexOf(piece, at);
      if (found < 0) return true;
      at = found + piece.length;
      return false;
    });
}
