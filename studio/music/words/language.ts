/** The languages whose small words are known here, by their codes in BCP 47. */
const functionWords = {
  en: `the and of to in is it you that he was for on are with as i his they be at one have this from or had by not
    but what all were we when your can said there use an each which she do how their if will up other about out many
    then them these so some her would make like him into has more my a an me its than been who am did no our us don't
    i'm it's you're was where could just now over only`,
  de: `der die das und ist ich du er sie es wir ihr ein eine einen einem einer eines nicht mit auf für von zu zum zur
    im in den dem des dass auch wie was wenn aber oder sich mich dich mein meine dein deine kein keine über unter nach
    bei aus durch um war sind bin bist haben hat hatte noch nur so an als sein seine ihre uns mir dir man wo lied`,
  fr: `le la les un une des et est je tu il elle nous vous ils elles de du au aux en dans sur pour par avec sans que
    qui ne pas plus ce cette ces mon ma mes ton ta tes son sa ses mais ou où donc comme si sont suis es était y se me
    te leur notre votre chanson j'ai c'est`,
  es: `el la los las un una unos y es yo tú él ella nosotros de del al en con por para sin sobre que quien no más pero
    o como si mi mis tu tus su sus me te se le lo nos está estoy son soy era fue muy cuando donde este esta eso ese hay
    canción`,
  it: `il lo la i gli le un uno una e è io tu lui lei noi voi di del della dei delle a al alla in nel nella con su per
    tra che chi non più ma o come se mi ti si ci mio mia tuo tua suo sua sono sei siamo era canzone`,
  pt: `o a os as um uma e é eu tu ele ela nós de do da dos das em no na nos nas com por para sem sobre que quem não
    mais mas ou como se meu minha teu tua seu sua me te são sou está foi canção`,
  nl: `de het een en is ik jij je hij zij ze wij we niet met op voor van te in dat die wat als maar of zich mijn jouw
    geen over onder naar bij uit door om was zijn ben bent hebben heeft nog ook aan er liedje`,
} as const

/** A language that can be told by its small words. */
export type KnownLanguage = keyof typeof functionWords

const languages = Object.entries(functionWords).map(([language, words]) => ({
  language: language as KnownLanguage,
  words: new Set<string>(words.split(/\s+/)),
}))

/** The small words of a language, which hold its sentences together. */
export const functionWordsOf = (language: KnownLanguage): ReadonlySet<string> =>
  new Set(functionWords[language].split(/\s+/))

const notLatin = /[\p{L}--\p{Script=Latin}]/v

/** The words of a text as they are written: letters and digits, with hyphens and apostrophes inside. */
export const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []

/**
 * The language of a text by its small words: `other` where most of its words are not in Latin letters,
 * undefined where too little or too much speaks for one.
 */
export const languageOf = (text: string): KnownLanguage | 'other' | undefined => {
  const words = wordsOf(text.toLowerCase().replaceAll('’', "'"))
  const foreign = words.filter((word) => notLatin.test(word))
  if (foreign.length > words.length / 2) return 'other'
  const hits = languages
    .map(({ language, words: known }) => ({
      language,
      count: words.filter((word) => known.has(word)).length,
    }))
    .toSorted((one, other) => other.count - one.count)
  const [first, second] = hits
  if (first === undefined || first.count === 0 || first.count === second?.count) return undefined
  return first.language
}
