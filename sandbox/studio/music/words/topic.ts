import { styles } from '../styles/all.ts'

/** Words that say how a piece shall sound or only hold the sentence together. */
const commonWords = `a an the and or but of for about with without in on at to from by into over under is are was be been it its
  this that these those my our your his her their i we you he she they me us them as like so very really some
  any no not song songs music track tune piece melody beat beats sound sounds style make write create give
  generate please something anything slow fast calm upbeat happy sad dark bright bpm major minor key vocals
  vocal instrumental lyrics chorus verse male female voice singer featuring who what when where which while
  want need would could should can will chill epic soft loud short long catchy cheerful gentle energetic
  relaxing minute minutes second seconds smoky cozy heroic dreamy tempo mood style anthem loop background
  sharp flat dorian lydian loves likes wants goes makes gets says being been again very`

const notTopics = new Set([
  ...commonWords.split(/\s+/),
  ...styles.flatMap(({ words }) => words.flatMap((word) => word.split(' '))),
])

const topicsMax = 4

/** What a prompt is about: its words that carry a meaning, in their order. */
export const topicsOf = (prompt: string): readonly string[] => {
  const words = prompt.match(/[\p{L}][\p{L}'-]+/gu) ?? []
  const topics = words.filter((word) => !notTopics.has(word.toLowerCase()) && word.length > 2)
  return [...new Set(topics)].slice(0, topicsMax)
}
