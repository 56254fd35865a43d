import type { Random } from '../random.ts'
import type { Choices } from '../style.ts'
import { topicOf } from './topic.ts'

const forms: Choices<string> = [
  '{topic} at Dawn',
  'The Ballad of {topic}',
  '{topic} Forever',
  'Ode to {topic}',
  'Beyond {topic}',
  '{topic} in Blue',
  'Midnight {topic}',
  'All About {topic}',
  'Letters to {topic}',
  '{topic} and Gold',
]

const plainTopics: Choices<string> = ['Horizon', 'Lantern', 'Wildflower', 'Silver Line', 'Northern Sky']

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const formOf = (index: number): string =>
  forms[((index % forms.length) + forms.length) % forms.length] ?? forms[0]

/**
 * The title of a take: the given one, the second take marked as such, or one made of what the prompt is
 * about. Takes of one order follow one another in the list of forms, so that their titles differ.
 */
export const titleOf = (given: string, prompt: string, take: number, random: Random): string => {
  if (given !== '') return take === 1 ? given : `${given} (Take ${take})`
  const topic = topicOf(prompt).split(' ').map(capitalised).join(' ')
  const start = random.integer(0, forms.length - 1)
  return formOf(start + take).replace('{topic}', topic === '' ? random.pick(plainTopics) : topic)
}
