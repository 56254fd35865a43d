import type { Choice } from '../fields/field.ts'

/**
 * The two-letter codes of ISO 639-1 that are in use,
 * https://www.loc.gov/standards/iso639-2/php/code_list.php; Twi (tw) goes by
 * Akan (ak), of which it is a part.
 */
const codes = [
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo',
  'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka',
  'kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng',
  'nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su',
  'sv sw ta te tg th ti tk tl tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
].flatMap((line) => line.split(' '))

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A language's English name; an unknown code stands for itself. */
export const languageName = (code: string): string => (codes.includes(code) ? (names.of(code) ?? code) : code)

/** Every language by its English name, in alphabetical order. */
export const languages: readonly Choice[] = codes
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
